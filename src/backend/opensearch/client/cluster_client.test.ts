import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestCaller } from '../../api';
import { reportedError, requestJson } from '../documents/responses';
import { ClusterClient, type ClusterCall, wirePath } from './cluster_client';
import type { ClusterSettings } from './cluster_settings';
import { findTrouble, troubleOfDelay, type ClusterError } from './cluster_error';
import { getEndpointGroup } from './endpoint_group';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const SECRET = 'Basic c2VydmVyOnMzY3JldA==';
const JDOE: RequestCaller = {
  kind: 'user',
  principal: { userName: 'jdoe', headers: { authorization: 'Basic amRvZTpw' } },
  tenant: 'sales',
  remoteAddress: '192.0.2.7',
};

async function host(result: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    result(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function clientOf(hosts: readonly string[], more: Partial<ClusterSettings> = {}): ClusterClient {
  const client = new ClusterClient({
    hosts,
    username: 'server',
    password: 's3cret',
    requestTimeout: 5_000,
    pingTimeout: 5_000,
    requestHeadersAllowlist: ['authorization'],
    customHeaders: {},
    sniffOnStart: false,
    sniffInterval: false,
    sniffOnConnectionFault: false,
    ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    ...more,
  });
  opened.push({ close: () => client.stop() });
  return client;
}

const hello: RequestListener = (_request, response) => response.end('hello');
const breaking: RequestListener = (request) => request.socket.destroy();
const read = { method: 'GET', path: '/a' } as const;

it('tells an observer of each call: method, group of endpoints, time', async () => {
  const { url } = await host((request, response) =>
    request.url === '/_bulk' ? request.socket.destroy() : response.end('hello')
  );
  const client = clientOf([url]);
  const calls: unknown[] = [];
  client.onCall = (call) => void calls.push(call);
  await client.asServer({ method: 'POST', path: '/.kibana/_search', body: {} });
  await expect(client.asServer({ method: 'POST', path: '/_bulk', body: {} })).rejects.toThrow();
  const seconds = expect.any(Number);
  expect(calls).toEqual([
    { method: 'POST', endpoint: 'search', seconds },
    { method: 'POST', endpoint: 'bulk', seconds },
  ]);
});

describe('credentials of a request', () => {
  // @backend cluster/5
  it('are never mixed between server and callers', async () => {
    const { url, requests } = await host(hello);
    const client = clientOf([url]);
    await client.asServer(read);
    await client.asCaller(JDOE, { ...read, headers: { authorization: SECRET } });
    await client.asCaller({ kind: 'anonymous', remoteAddress: '192.0.2.7' }, read);
    expect(
      requests.map(({ headers }) => [headers.authorization, headers['securitytenant']])
    ).toEqual([
      [SECRET, undefined],
      ['Basic amRvZTpw', 'sales'],
      [undefined, undefined],
    ]);
    expect(requests.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      Array(3).fill(undefined)
    );
  });

  it('can be overridden by configured headers, and include the client address if allowed', async () => {
    const { url, requests } = await host(hello);
    const requestHeadersAllowlist = ['X-Forwarded-For'];
    const client = clientOf([url], { customHeaders: { 'x-hop': 'a' }, requestHeadersAllowlist });
    await client.asCaller(JDOE, { ...read, headers: { 'x-hop': 'b' } });
    expect(requests[0]?.headers).toMatchObject({ 'x-hop': 'a', 'x-forwarded-for': '192.0.2.7' });
  });
});

describe('failing host', () => {
  // @backend cluster/7
  it('is skipped for reads, and a write is never sent twice', async () => {
    const [bad, good] = [await host(breaking), await host(hello)];
    for (let turn = 0; turn < 4; turn++)
      expect((await clientOf([bad.url, good.url]).asServer(read)).text).toBe('hello');
    expect(bad.requests.length).toBeGreaterThan(0);
    const worse = await host(breaking);
    const before = bad.requests.length;
    const write = clientOf([bad.url, worse.url]).asServer({ method: 'PUT', path: '/a', body: {} });
    await expect(write).rejects.toMatchObject({ response: { status: 503 } });
    expect(bad.requests.length - before + worse.requests.length).toBe(1);
  });

  it('is reported as broken, timeout, too large or unreachable', async () => {
    const half = await host((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(clientOf([half.url]).asServer(read)).rejects.toMatchObject({ trouble: 'broken' });
    const endless = await host((_request, response) => void response.write('on and'));
    const slow = clientOf([endless.url], { requestTimeout: 200 }).asServer(read);
    await expect(slow).rejects.toMatchObject({ trouble: 'timeout' });
    const large = await host((_request, response) => response.end('x'.repeat(101)));
    const bounded = clientOf([large.url]).asServer({ ...read, maxBytes: 100 });
    await expect(bounded).rejects.toMatchObject({ trouble: 'too_large' });
    const unreachable = clientOf(['http://127.0.0.1:1']).asServer(read);
    await expect(unreachable).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  it('leaves open whether a change was made only for changes of users', async () => {
    const { url } = await host(breaking);
    const endless = await host((_request, response) => void response.write('on and'));
    const client = clientOf([url]);
    const write = { method: 'POST', path: '/a', body: {} } as const;
    const messageOf = (call: Promise<unknown>) =>
      call.catch((error: ClusterError) => error.response.defaultMessage);
    const open = /Check whether the change was made/;
    expect(await messageOf(client.asCaller(JDOE, write))).toMatch(open);
    const late = clientOf([endless.url], { requestTimeout: 200 });
    expect(await messageOf(late.asCaller(JDOE, write))).toMatch(open);
    // Reads, searches, and the server's own data, such as the session of a login.
    const search = client.asCaller(JDOE, { ...write, isRepeatable: true });
    for (const call of [client.asCaller(JDOE, read), search, client.asServer(write)])
      expect(await messageOf(call)).toBe(
        'The connection to the cluster was interrupted. Try again later.'
      );
    expect(await messageOf(late.asServer(write))).toMatch(/^The cluster didn't respond in time/);
  });

  it('returns an error response with its status', async () => {
    const { url } = await host((_request, response) => response.writeHead(503).end('busy'));
    expect(await clientOf([url]).asServer(read)).toMatchObject({ statusCode: 503, text: 'busy' });
  });
});

// @backend cluster/8
it("discovers all nodes as the server's user, and uses the reachable ones", async () => {
  const found: string[] = [];
  const node = await host(hello);
  const first = await host((request, response) => {
    found.push(`${request.url} ${request.headers.authorization}`);
    const http = { publish_address: node.url.slice('http://'.length) };
    response.end(JSON.stringify({ nodes: { n2: { http, roles: ['data'] } } }));
  });
  const client = clientOf([first.url], { sniffOnStart: true });
  const isFound = async () => (await client.asCaller(JDOE, read)).text === 'hello';
  for (let attempt = 0; attempt < 100 && !(await isFound()); attempt++);
  expect(node.requests.length).toBeGreaterThan(0);
  expect(found[0]).toBe(`/_nodes/_all/http ${SECRET}`);
});

it.each([
  ['self-signed certificate in certificate chain', 'untrusted'],
  ["Hostname/IP does not match certificate's altnames: Host: a", 'untrusted'],
  ['certificate has expired', 'untrusted'],
  ['write EPROTO 00:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'tls'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'unreachable'],
  ['getaddrinfo ENOTFOUND nowhere', 'unreachable'],
  ['socket hang up', 'broken'],
])('classifies "%s" as %s', (message, trouble) => {
  expect(findTrouble(new Error(message))).toBe(trouble);
});

it.each(['/', '/_cat/indices', '/a%2Fb', '/_plugins/_security/api/roles/%C3%A9'])(
  'accepts the path %s unchanged',
  (path) => expect(wirePath(path)).toBe(path)
);
it.each(['', 'a', '/a/../b', '/%2e%2E/b', '/a/./b', '/a//b', '/a?b', '/a b', '/a\\b', '/%', '//'])(
  'rejects the path "%s"',
  (path) => expect(wirePath(path)).toBeUndefined()
);

it.each([
  [429, '', 'overloaded'],
  [503, '{"error":{"type":"circuit_breaking_exception"}}', 'overloaded'],
  [503, 'no cluster manager', 'not_ready'],
  [502, '<html>Bad Gateway</html>', 'not_ready'],
  [500, '{"message":"Security index not initialized"}', 'not_set_up'],
  [503, 'OpenSearch Security not initialized.', 'not_set_up'],
])('classifies the cluster response %i %s as %s', (statusCode, text, trouble) => {
  expect(troubleOfDelay(statusCode, text)).toBe(trouble);
});

it.each([
  ['/', 'cluster'],
  ['/_nodes/_all/http', 'cluster'],
  ['/_cluster/health', 'cluster'],
  ['/_plugins/_security/api/roles/a', 'security_api'],
  ['/_opendistro/_security/api/roles', 'security_api'],
  ['/_plugins/_security/authinfo', 'security'],
  ['/.kibana_1/_search', 'search'],
  ['/_search/scroll', 'search'],
  ['/a,b*/_field_caps', 'search'],
  ['/_bulk', 'bulk'],
  ['/.kibana/_bulk', 'bulk'],
  ['/.kibana/_mget', 'get'],
  ['/.kibana/_doc/dashboard%3Aa', 'document'],
  ['/.kibana/_update/a', 'document'],
  ['/.kibana_1', 'index'],
  ['/.kibana/_alias', 'index'],
  ['/_index_template/x', 'index'],
  ['/a/b/c', 'other'],
  ['/_plugins/_ml/models', 'other'],
])('%s is of the group %s', (path, group) => {
  expect(getEndpointGroup(path)).toBe(group);
});

describe('an error in the words of a program', () => {
  const chain =
    'Cannot deserialize value of type `java.lang.String` from Array value (token `JsonToken.START_ARRAY`)\n at [Source: UNKNOWN] (through reference chain: org.opensearch.security.securityconf.impl.v7.RoleMappingsV7["users"]->java.util.ArrayList[0])';
  const body = (reason: string) => ({
    error: { root_cause: [{ type: 'a', reason }], type: 'a', reason },
    status: 500,
  });
  const failing = (text: string): RequestListener => {
    return (_request, response) => response.writeHead(500).end(text);
  };

  it.each([
    ['a value of another type', chain, 'The value of users.0 has the wrong type.'],
    ['a class', 'java.lang.NullPointerException: null', 'an error of its own'],
    ['an exception', 'IllegalStateException[not now]', 'an error of its own'],
    ['the place of a parser alone', 'at [Source: UNKNOWN]', 'an error of its own'],
    [
      'the place where a parser stopped',
      'Error in JSON patch: Unexpected end-of-input: expected close marker for Object (start marker at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 2])\n at [Source: (String)\"[{\"; line: 1, column: 3]',
      'Error in JSON patch: Unexpected end-of-input: expected close marker for Object',
    ],
    [
      'a value that is not in a list',
      'No enum constant org.opensearch.security.securityconf.impl.DashboardSignInOption.basic',
      'is not one of the allowed values.',
    ],
    ['a null', 'Cannot invoke "String.length()" because "<local4>" is null', 'error of its own'],
  ])('is put in ours and logged as it is: %s', async (_what, reason, expected) => {
    const { url } = await host(failing(JSON.stringify(body(reason))));
    const client = clientOf([url]);
    const faults: string[] = [];
    client.onFault = ({ text }) => void faults.push(text);
    for (const isText of [true, false]) {
      const { text, json } = await client.asCaller(JDOE, { ...read, isText });
      expect(text).toContain(expected);
      expect(text).not.toMatch(/java|org\.|Exception|Json|because "/);
      expect(JSON.parse(text)).toEqual(isText ? expect.anything() : json);
    }
    expect(faults).toEqual([JSON.stringify(body(reason)), JSON.stringify(body(reason))]);
  });

  it('is not looked for in names', async () => {
    const text = JSON.stringify({
      message: "role 'org.acme.SalesException' not found.",
      reason: 'no permissions for [indices:data/read/search] and User [name=x.Y, roles=[com.x]]',
    });
    const { url } = await host(failing(text));
    expect((await clientOf([url]).asCaller(JDOE, read)).text).toBe(text);
  });

  /** Without the bound of the search, each of its 52,000 starts walks to the end: a minute. */
  const hostile = 'java.'.repeat(52_000);

  it('is looked for in a bounded number of steps', async () => {
    const { url } = await host(failing(hostile));
    expect((await clientOf([url]).asCaller(JDOE, read)).text).toBe(hostile);
    const inside = JSON.stringify({ message: hostile, reason: 'java.lang.X' });
    const { url: other } = await host(failing(inside));
    const { json } = await clientOf([other]).asCaller(JDOE, read);
    expect(json).toEqual({ message: hostile, reason: expect.stringContaining('of its own') });
  });

  it('is replaced as a whole if it is larger than any error of a cluster', async () => {
    const { url } = await host(failing(hostile.repeat(20)));
    const { text } = await clientOf([url]).asCaller(JDOE, read);
    expect(text).toMatch(/^The cluster could not answer/);
    const item = { index: { status: 500, error: { type: 'a', reason: hostile.repeat(20) } } };
    const { url: bulk } = await host((_request, response) =>
      response.end(JSON.stringify({ errors: true, items: [item] }))
    );
    const send = (call: ClusterCall) => clientOf([bulk]).asServer(call);
    const { body } = await requestJson<{ items: (typeof item)[] }>(send, read);
    expect(reportedError(body.items[0]?.index.error).reason).toMatch(/^The cluster could not/);
  });

  it('is replaced as a whole if it is a page', async () => {
    const { url } = await host(failing('Oops\n\tat org.opensearch.rest.RestController.dispatch'));
    const { text } = await clientOf([url]).asServer(read);
    expect(text).toMatch(/^The cluster could not answer/);
  });
});
