import { coreMock, startHttp, stopHttp } from '@sd/core/server/mocks';
import type { AuthOutcome, RouteRequest } from '@sd/core/server';
import { API } from '../common';
import { plugin } from '.';

const authenticate = ({ headers }: RouteRequest): AuthOutcome =>
  headers['x-user'] === undefined
    ? { type: 'anonymous' }
    : { type: 'authenticated', auth: coreMock.createAuth({ userName: headers['x-user'] }) };

afterEach(stopHttp);

it('greets logged-in users and rejects unauthenticated requests', async () => {
  const { core } = coreMock.createSetup();
  const http = await startHttp((setup) => {
    setup.registerAuth(authenticate);
    const context = coreMock.createPluginContext({ greeting: 'Good morning' });
    plugin(context as never).setup({ ...core, http: setup } as never, {});
  });
  const { json } = await http.get(API.greeting, { 'x-user': 'anna' });
  expect(json).toEqual({ greeting: 'Good morning', userName: 'anna' });
  expect((await http.get(API.greeting)).status).toBe(401);
});
