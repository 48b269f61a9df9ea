import { DEFAULT_SETTINGS, type HttpMethod, type RequestCaller } from '../../api';
import { SILENT_LOG } from '../../api/log';
import type { ClusterResponse, ClusterCall, ClusterClient } from '../client';
import type { ClusterReader } from '../configuration/cluster_reader';
import { OpenSearchEngine } from './opensearch_engine';

const ANONYMOUS: RequestCaller = { kind: 'anonymous', remoteAddress: '192.0.2.1' };
const ERROR = {
  statusCode: 401,
  headers: { 'www-authenticate': 'Basic realm="OpenSearch Security"' },
  text: 'Unauthorized',
};

/** @param authinfo - the cluster's response to callers without credentials */
function open(authinfo: ClusterResponse = ERROR) {
  const calls: string[] = [];
  const asCaller = async (_caller: RequestCaller, { method, path }: ClusterCall) => {
    calls.push(`${method} ${path}`);
    return path.endsWith('/authinfo') ? authinfo : { statusCode: 200, headers: {}, text: 'done' };
  };
  const engine = new OpenSearchEngine({
    ...{ client: { asCaller } as unknown as ClusterClient, reader: {} as ClusterReader },
    ...{ allowedHeaders: new Set(), settings: DEFAULT_SETTINGS, log: SILENT_LOG },
    ...{ audit: { type: 'internal_opensearch' }, majorVersion: () => 3 },
    ...{ now: () => 0, monotonicNow: () => 0 },
  });
  return { engine, calls };
}

describe('request without credentials', () => {
  it.each([
    ...(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const).map(
      (method) => [method, '/_plugins/_security/api/roles/x'] as const
    ),
    ['HEAD', '/_plugins/_security/authinfo'],
    ['GET', '/_plugins/_security/health/x'],
    ['GET', '/_plugins/_security/%68ealth'],
    ['GET', '/'],
    ['POST', '/_cat/nodes'],
  ] satisfies Array<readonly [HttpMethod, string]>)(
    "is rejected with the cluster's own response, without sending %s %s",
    async (method, path) => {
      const { engine, calls } = open();
      for (let turn = 0; turn < 3; turn++)
        expect(await engine.request(ANONYMOUS, { method, path })).toEqual({
          ...{ statusCode: 401, body: 'Unauthorized', headers: ERROR.headers },
        });
      expect(calls).toEqual(['GET /_plugins/_security/authinfo']);
      engine.stop();
    }
  );

  it.each([
    ['GET', '/_plugins/_security/health'],
    ['GET', '/_opendistro/_security/whoami/'],
    ['POST', '/_plugins/_security/api/authtoken'],
  ] as const)('is forwarded for %s %s', async (method, path) => {
    const { engine, calls } = open();
    expect(await engine.request(ANONYMOUS, { method, path })).toMatchObject({ statusCode: 200 });
    expect(calls).toEqual([`${method} ${path.replace(/\/$/, '')}`]);
    engine.stop();
  });

  it('is forwarded to a cluster with anonymous access', async () => {
    const { engine } = open({ statusCode: 200, headers: {}, text: '{}' });
    const path = '/_plugins/_security/api/roles';
    expect(await engine.request(ANONYMOUS, { method: 'GET', path })).toMatchObject({
      body: 'done',
    });
    engine.stop();
  });

  it('fails with an error while the cluster gives no answer', async () => {
    const { engine } = open({ statusCode: 429, headers: {}, text: 'busy' });
    const call = engine.request(ANONYMOUS, { method: 'GET', path: '/_cat/nodes' });
    await expect(call).rejects.toMatchObject({ trouble: 'overloaded' });
    engine.stop();
  });
});
