/** Responses with which a server in the place of a cluster harms, or confuses, who asks it. */
import type { ServerResponse } from 'node:http';
import { MAX_INTERIM_RESPONSES } from './fake_cluster';

export type Answer = (response: ServerResponse) => void;

export const answerOf =
  (text: string, type = 'application/json'): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(text);

/** Within the bytes of an answer, and beyond what is parsed. */
export const LARGE_ANSWERS: Readonly<Record<string, Answer>> = {
  'JSON of 200,000 levels': answerOf('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)),
  '15,000,000 brackets': answerOf('['.repeat(15_000_000)),
  '4,000,000 values': answerOf(`[${'[0,0,0,0],'.repeat(800_000)}0]`),
  '300,000 members': answerOf(
    `{${Array.from({ length: 300_000 }, (_, at) => `"${at}":{}`).join(',')}}`
  ),
};

export const STRANGE_ANSWERS: Readonly<Record<string, Answer>> = {
  'a text that ends early': answerOf('{"a":{'),
  HTML: answerOf('<!doctype html><title>Log in</title>', 'text/html'),
  'HTML as JSON': answerOf('<!doctype html><title>Log in</title>'),
  'a redirect': (response) => void response.writeHead(302, { location: '/login' }).end(),
  'a list': answerOf('[1,2,3]'),
  'a number': answerOf('42'),
  null: answerOf('null'),
  'no body': answerOf(''),
  'lists and numbers as members': answerOf(
    JSON.stringify({
      hits: [1],
      _shards: 7,
      fields: [],
      indices: [1],
      resource_sharing_enabled: true,
      types: 7,
      config: [],
      remote: [1],
      tenants: 7,
      roles: 7,
    })
  ),
  // Counted as they arrive. Without the limit, the end of the connection is another error.
  'interim responses beyond the limit': (response) => {
    for (let sent = 0; sent <= MAX_INTERIM_RESPONSES; sent++) response.writeContinue();
    response.socket?.end();
  },
};

/** What a cluster is asked for: the request of a page, or the call of a script. */
export const CLUSTER_QUESTIONS: ReadonlyArray<
  readonly [method: 'GET' | 'POST', path: string, body?: object]
> = [
  ['GET', '/api/v1/configuration/roles'],
  ['GET', '/api/v1/configuration/roles/remote'],
  ['GET', '/api/v1/configuration/audit'],
  ['GET', '/api/v1/configuration/securityconfig'],
  ['GET', '/api/v1/search/roles'],
  ['GET', '/api/v1/access/effective?user=jane'],
  ['GET', '/api/v1/findings'],
  ['GET', '/api/v1/history'],
  ['GET', '/api/v1/audit/events'],
  ['GET', '/api/v1/resource_sharing'],
  ['GET', '/api/v1/suggestions/fields?index=a'],
  ['POST', '/api/v1/dls/preview', { index: ['a*'], query: '{"match_all":{}}' }],
  ['POST', '/api/v1/access/usage', { role: 'remote', days: 7 }],
];
