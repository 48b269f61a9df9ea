/** The backend as plugins can access it. */
import { EMPTY } from 'rxjs';
import type { Backend, PageCaller, RequestCaller } from '../../../backend/api';
import { coreMock } from '../mocks';
import type { CoreSetup } from '../plugins';
import { viewsOf } from './backend_service';

const { core, engine: client } = coreMock.createSetup();

/** Responds with the caller that it received. */
const telling = async (caller: RequestCaller) => ({ statusCode: 200, headers: {}, body: caller });

function views() {
  const secret = jest.fn(telling);
  const backend = {
    kind: 'embedded',
    features: core.engine.features,
    status$: EMPTY,
    engine: { ...client, features: core.engine.features, request: secret, identify: telling },
    login: {},
    internal: {},
    stop: jest.fn(),
  } as unknown as Backend;
  return { backend, secret, ...viewsOf(backend, jest.fn()) };
}

const call = { method: 'GET', path: '/' } as const;

it('sends requests as the authenticated user with the current tenant, else as anonymous', async () => {
  const { engine } = views();
  const auth = coreMock.createAuth({ userName: 'jdoe', tenant: 'sales' });
  const asUser = engine.asScoped(coreMock.createRequest({ auth }));
  expect((await asUser.request(call)).body).toEqual(auth.caller);
  const anonymousEngine = engine.asScoped(coreMock.createRequest({ remoteAddress: '192.0.2.7' }));
  expect((await anonymousEngine.request(call)).body).toEqual({
    kind: 'anonymous',
    remoteAddress: '192.0.2.7',
  });
});

it('treats forged internal callers as anonymous', async () => {
  const { engine, privileged } = views();
  const forged = { kind: 'internal' } as unknown as PageCaller;
  const auth = { ...coreMock.createAuth(), caller: forged };
  const request = coreMock.createRequest({ auth });
  const anonymous = { kind: 'anonymous', remoteAddress: undefined };
  expect((await engine.asScoped(request).request(call)).body).toEqual(anonymous);
  expect((await privileged.asCaller(forged).request(call)).body).toEqual(anonymous);
  expect(await privileged.identify(forged)).toMatchObject({ body: anonymous });
});

it('accepts certificate callers from login plugins, never from pages', async () => {
  const { engine, privileged } = views();
  const caller = { kind: 'certificate', tls: { peer: [{ subject: 'CN=admin' }] } };
  expect((await privileged.asCaller(caller as never).request(call)).body).toEqual(caller);
  const auth = { ...coreMock.createAuth(), caller: caller as never };
  const scoped = engine.asScoped(coreMock.createRequest({ auth }));
  expect((await scoped.request(call)).body).toMatchObject({ kind: 'anonymous' });
});

it('exposes neither the engine, its stop method nor internal operations through a view', () => {
  const { backend, engine, privileged } = views();
  const reachable = (root: object): unknown[] => {
    const clients = new Set<unknown>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || clients.has(value)) return;
      clients.add(value);
      Object.values(value).forEach(visit);
    };
    visit(root);
    return [...clients];
  };
  const scoped = engine.asScoped(coreMock.createRequest());
  for (const view of [engine, scoped, privileged]) {
    expect(reachable(view)).not.toContain(backend);
    expect(reachable(view)).not.toContain(backend.engine);
    expect(view).not.toHaveProperty('stop');
  }
  for (const view of [engine, scoped]) expect(reachable(view)).not.toContain(backend.internal);
});

/** Never called: the type check tests it (`npm run check`). */
export function typesOfPlugins({ engine, ...rest }: CoreSetup, caller: RequestCaller): void {
  // @ts-expect-error plugins cannot access the engine itself
  void engine.engine;
  // @ts-expect-error plugins cannot stop the engine
  void engine.stop;
  // @ts-expect-error login requires a privilege
  void rest.backend.login;
  // @ts-expect-error plugins cannot act as the server
  caller = { kind: 'internal' };
  void caller;
}
