/** Requests of commands to a server whose answers are not what they should be. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { OfflineError } from './offline_store';
import { withServer } from './server_calls';

async function get(answer: (response: ServerResponse) => void): Promise<unknown> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { SECURITY_USER: 'admin', SECURITY_PASSWORD: 'secret' };
  try {
    return await withServer({ url, readsPassword: false }, { env }, (calls) => calls.get('/x'));
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
    return error.message.replace(url, 'URL');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

afterEach(() => jest.restoreAllMocks());

it('returns a JSON answer', async () => {
  expect(await get((response) => response.end('{"a":[1,{}]}'))).toEqual({ a: [1, {}] });
});

it('stops reading beyond the limit of bytes, of an answer that never ends', async () => {
  jest.replaceProperty(CLUSTER_LIMITS, 'collectionBytes', 100_000 as never);
  let isClosed = false;
  const message = await get((response) => {
    const more = () => {
      while (!isClosed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', more).on('close', () => (isClosed = true));
    more();
  });
  expect(message).toBe('URL gave an answer that has more than 100000 bytes.');
});

it('refuses an answer that nests too deep', async () => {
  const text = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(await get((response) => response.end(text))).toBe(
    'URL gave an answer that has more than 100 levels.'
  );
});

it('says that an answer broke off', async () => {
  const message = await get((response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"a":', () => response.destroy());
  });
  expect(message).toBe('URL gave an answer that broke off.');
});

it('repeats the words of an error, and says when there are none', async () => {
  const answer = (body: string) =>
    get((response) => {
      response.statusCode = 403;
      response.end(body);
    });
  expect(await answer('{"message":"No."}')).toBe('URL answers 403: No.');
  expect(await answer('<html>')).toBe('URL answers 403: no words');
});
