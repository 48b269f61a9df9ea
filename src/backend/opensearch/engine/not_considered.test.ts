/** What explanations leave out of a cluster, with the configuration that newer releases show. */
import { clusterResponse } from '../../../../test/helpers/cluster_response';
import { DEFAULT_SETTINGS, type RequestCaller } from '../../api';
import { SILENT_LOG } from '../../api/log';
import type { ClusterCall, ClusterClient } from '../client';
import { ClusterReader } from '../configuration/cluster_reader';
import { OpenSearchEngine } from './opensearch_engine';

const CALLER: RequestCaller = {
  ...{ kind: 'user', remoteAddress: '192.0.2.1' },
  principal: { userName: 'admin' } as never,
};
/** As 3.8 shows `config.dynamic` with both features on. */
const ON = {
  privileges_evaluation_type: 'v4',
  api_tokens: { enabled: true, max_tokens: 100, max_duration_seconds: 7_776_000 },
};
const OFF = { privileges_evaluation_type: 'legacy', api_tokens: { enabled: false } };

function explained(release: string, dynamic: object, index: readonly string[]) {
  const respond = async ({ path }: ClusterCall) => {
    const body = path.endsWith('/authinfo')
      ? { user_name: 'admin', backend_roles: [], roles: [], tenants: {} }
      : path.endsWith('/securityconfig')
        ? { config: { dynamic } }
        : path.startsWith('/_resolve/index/')
          ? { indices: [{ name: 'logs' }], aliases: [], data_streams: [] }
          : {};
    const isProbe = /\/api\/\w+\/[0-9a-f-]{36}$/.test(path);
    return clusterResponse(isProbe ? 404 : 200, body);
  };
  const asCaller = (_caller: RequestCaller, call: ClusterCall) => respond(call);
  const client = { asCaller, asServer: respond } as unknown as ClusterClient;
  const engine = new OpenSearchEngine({
    ...{ client, reader: new ClusterReader(client), allowedHeaders: new Set() },
    ...{ settings: DEFAULT_SETTINGS, log: SILENT_LOG, release: () => release },
    ...{ audit: { type: 'internal_opensearch' }, now: () => 0, monotonicNow: () => 0 },
    guardrails: { read: async () => undefined, write: async () => false },
  });
  const action = 'indices:data/read/search';
  return engine.explain(CALLER, { action, index }).finally(() => engine.stop());
}

it.each([
  ['3.8.0', ON, ['logs'], ['evaluation_v4', 'api_tokens']],
  ['3.9.0', OFF, ['logs'], ['release']],
  ['4.0.0-SNAPSHOT', {}, ['logs-*'], ['aliases', 'release']],
  ['3.8.0', OFF, ['logs'], undefined],
  ['2.19.3', {}, ['logs'], undefined],
])(
  'an explanation of %s with %j names what it leaves out',
  async (release, dynamic, index, codes) => {
    const response = await explained(release, dynamic, index);
    expect(response).toMatchObject({ ok: true });
    expect(response).toHaveProperty('result.decision');
    expect((response as { result: { not_considered?: unknown } }).result.not_considered).toEqual(
      codes
    );
  }
);
