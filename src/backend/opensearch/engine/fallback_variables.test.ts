/** Variables with default values and variables inside, which clusters have from 3.7. */
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
const SEARCH = 'indices:data/read/search';
const DLS = '{"term":{"unit":"${attr.internal.nope:-it}"}}';

/** What one role allows the user `jane`, with these patterns, on a cluster of this release. */
function open(release: string | (() => string), index_patterns: readonly string[], dls?: string) {
  const collections: Record<string, object> = {
    roles: {
      reader: {
        index_permissions: [
          {
            index_patterns,
            allowed_actions: ['*'],
            fls: [],
            masked_fields: [],
            ...(dls && { dls }),
          },
        ],
      },
    },
    internalusers: {
      jane: {
        attributes: { which: 'team', team: 'hr', dash: 'x', loop: '${attr.internal.loop}' },
        backend_roles: [],
        opendistro_security_roles: ['reader'],
      },
    },
  };
  const respond = async ({ path }: ClusterCall) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const body =
      name === 'authinfo'
        ? { user_name: 'admin', backend_roles: [], roles: ['all_access'], tenants: {} }
        : name === 'permissionsinfo'
          ? { has_api_access: true, disabled_endpoints: {} }
          : name === 'securityconfig'
            ? { config: { dynamic: {} } }
            : (collections[name] ?? {});
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
    release: typeof release === 'string' ? () => release : release,
    audit: { type: 'internal_opensearch' },
    now: () => 0,
    monotonicNow: () => 0,
    guardrails: { read: async () => undefined, write: async () => false },
  });
}

async function decisionOn(release: string, pattern: string, index: string, dls?: string) {
  const engine = open(release, [pattern], dls);
  const response = await engine.explain(CALLER, { user: 'jane', action: SEARCH, index: [index] });
  engine.stop();
  if (!response.ok || !('decision' in response.result)) throw new Error(JSON.stringify(response));
  return response.result;
}

it.each([
  ['${attr.internal.nope:-it}-*', 'it-1'],
  ['${attr.internal.team:-it}-*', 'hr-1'],
  ['a${attr.internal.nope:-}b', 'ab'],
  ['${attr.internal.nope:-${attr.internal.team}}', 'hr'],
  ['${attr.internal.${attr.internal.which}}', 'hr'],
  ['${attr.internal.nope:-*}', 'anything'],
])('a pattern %s opens %s from 3.7, and nothing before', async (pattern, index) => {
  expect((await decisionOn('3.7.0', pattern, index)).decision.outcome).toBe('allowed');
  expect((await decisionOn('3.8.1', pattern, index)).decision.outcome).toBe('allowed');
  const isNested = pattern.includes('internal.${');
  if (!isNested)
    expect((await decisionOn('3.6.0', pattern, index)).decision.outcome).toBe('denied');
});

it.each(['$${attr.internal.team}', '${attr.internal.loop:-it}', '${'.repeat(2_000)])(
  'a pattern %s stays undefined',
  async (pattern) => {
    for (const index of ['hr', 'it', '$hr'])
      expect((await decisionOn('3.7.0', pattern, index)).decision.outcome).toBe('denied');
  }
);

it('a query uses its default value from 3.7, and fails before', async () => {
  const newer = await decisionOn('3.7.0', 'logs', 'logs', DLS);
  expect(newer.restrictions[0]?.documents.queries).toEqual(['{"term":{"unit":"it"}}']);
  const older = await decisionOn('3.4.0', 'logs', 'logs', DLS);
  expect(older.decision.reason).toBe('restriction_error');
});

it('findings see what a default value opens, and miss no attribute that has one', async () => {
  const rulesOf = async (release: string) => {
    const engine = open(release, ['${attr.internal.nope:-*}']);
    const response = await engine.findings(CALLER, {});
    engine.stop();
    if (!response.ok) throw new Error(JSON.stringify(response));
    return JSON.stringify(response.result);
  };
  const [newer, older] = [await rulesOf('3.7.0'), await rulesOf('3.4.0')];
  expect(newer).not.toContain('"missing-attribute"');
  expect(older).toContain('"missing-attribute"');
});

it('an upgrade of the cluster counts without a restart of the server', async () => {
  let release = '3.6.0';
  const engine = open(() => release, ['${attr.internal.nope:-it}-*']);
  const told = async () => {
    const question = { user: 'jane', action: SEARCH, index: ['it-1'] };
    const explained = await engine.explain(CALLER, question);
    const found = await engine.findings(CALLER, { isFresh: true });
    if (!explained.ok || !('decision' in explained.result) || !found.ok)
      throw new Error(JSON.stringify([explained, found]));
    const misses = JSON.stringify(found.result).includes('"missing-attribute"');
    return [explained.result.decision.outcome, misses];
  };
  expect(await told()).toEqual(['denied', true]);
  release = '3.7.0';
  expect(await told()).toEqual(['allowed', false]);
  engine.stop();
});
