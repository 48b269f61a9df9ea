/** What explanations leave out of a cluster, with the configuration that newer releases show. */
import { clusterResponse } from '../../../../test/helpers/cluster_response';
import { DEFAULT_SETTINGS, type RequestCaller } from '../../api';
import { SILENT_LOG } from '../../api/log';
import type { ClusterCall, ClusterClient } from '../client';
import { ClusterReader } from '../configuration/cluster_reader';
import { OpenSearchEngine } from './opensearch_engine';

const CALLER: RequestCaller = {
  kind: 'user',
  remoteAddress: '192.0.2.1',
  principal: { userName: 'admin' } as never,
};
/** As 3.8 shows `config.dynamic` with both features on. */
const ON = {
  privileges_evaluation_type: 'v4',
  api_tokens: { enabled: true, max_tokens: 100, max_duration_seconds: 7_776_000 },
};
const OFF = { privileges_evaluation_type: 'legacy', api_tokens: { enabled: false } };

function engineOf(release: string, dynamic: object): OpenSearchEngine {
  const respond = async ({ path }: ClusterCall) => {
    const body = path.endsWith('/authinfo')
      ? { user_name: 'admin', backend_roles: [], roles: [], tenants: {} }
      : path.endsWith('/permissionsinfo')
        ? { has_api_access: true, disabled_endpoints: {} }
        : path.endsWith('/_search')
          ? {
              timed_out: false,
              _shards: { failed: 0 },
              hits: { total: { value: 0, relation: 'eq' }, hits: [] },
            }
          : path.startsWith('/_resolve/index/none')
            ? { indices: [], aliases: [], data_streams: [] }
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
  return new OpenSearchEngine({
    client,
    reader: new ClusterReader(client),
    allowedHeaders: new Set(),
    settings: DEFAULT_SETTINGS,
    log: SILENT_LOG,
    release: () => release,
    audit: { type: 'internal_opensearch' },
    now: () => 0,
    monotonicNow: () => 0,
    guardrails: { read: async () => undefined, write: async () => false },
  });
}

const action = 'indices:data/read/search';
const explained = (release: string, dynamic: object, index: readonly string[]) => {
  const engine = engineOf(release, dynamic);
  return engine.explain(CALLER, { action, index }).finally(() => engine.stop());
};

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

it.each([
  [
    'a matrix',
    (engine: OpenSearchEngine) =>
      engine.matrix(CALLER, { of: 'roles', names: ['r'], columns: [{ action }] }),
  ],
  [
    'the impact of a change',
    (engine: OpenSearchEngine) => engine.impact(CALLER, { roles: { r: null } }),
  ],
  [
    'a preview',
    (engine: OpenSearchEngine) =>
      engine.indices.preview(CALLER, { index: ['none'], query: '{"match_all":{}}' }),
  ],
] as const)(
  '%s names what it leaves out, and nothing where all is modelled',
  async (_what, ask) => {
    const left = async (release: string, dynamic: object) => {
      const engine = engineOf(release, dynamic);
      const response = await ask(engine).finally(() => engine.stop());
      expect(response).toMatchObject({ ok: true });
      return (response as { result: { not_considered?: unknown } }).result.not_considered;
    };
    expect(await left('3.9.0', ON)).toEqual(['evaluation_v4', 'api_tokens', 'release']);
    expect(await left('2.19.3', {})).toBeUndefined();
  }
);

it('findings name what their rules leave out', async () => {
  const engine = engineOf('3.9.0', ON);
  const response = await engine.findings(CALLER).finally(() => engine.stop());
  expect(response).toMatchObject({
    ok: true,
    result: { notConsidered: ['evaluation_v4', 'api_tokens', 'release'] },
  });
});
