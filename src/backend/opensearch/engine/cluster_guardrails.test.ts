/** The guardrails that the server keeps for a cluster. */
import { clusterResponse } from '../../../../test/helpers/cluster_response';
import { DEFAULT_SETTINGS, type DocumentStore, type Change, type RequestCaller } from '../../api';
import { RuleSet } from '../../access/evaluation/rule_set';
import { normaliseEntity } from '../../model/payload';
import { ClusterGuardrails } from './cluster_guardrails';

const CALLER: RequestCaller = { kind: 'anonymous', remoteAddress: '192.0.2.1' };
const PATH = '/_plugins/_security/api/guardrails';
const NEVER = { x: { rule: 'never', users: ['jane'], action: 'read', index: 'a' } };

function open(store: Partial<DocumentStore> = {}, rights: object = { has_api_access: true }) {
  const errors: string[] = [];
  let stored: { contents: string; revision: string } | undefined;
  const memory: DocumentStore = {
    read: async () => stored,
    write: async (contents, revision) => {
      if (revision !== stored?.revision) return false;
      stored = { contents, revision: `${Number(revision ?? 0) + 1}` };
      return true;
    },
  };
  const guardrails = new ClusterGuardrails({
    store: { ...memory, ...store },
    client: {
      asCaller: async () => clusterResponse(200, rights),
    },
    rules: new RuleSet('MAPPING_ONLY'),
    users: {
      size: 0,
      find: () => undefined,
      names: () => [],
      lists: () => [],
      namesWith: () => [],
      countWith: () => 0,
      backendRoles: () => [],
    },
    ensureFresh: async () => undefined,
    settings: DEFAULT_SETTINGS,
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (message) => void errors.push(message),
    },
  });
  const put = (body: object, headers = {}) =>
    guardrails.request(CALLER, { method: 'PUT', path: PATH, body, headers });
  return { guardrails, put, errors };
}
const change: Change = {
  type: 'roles' as const,
  name: 'r',
  after: normaliseEntity('roles', { cluster_permissions: ['*'] }),
};

it.each([
  ['rejects', async () => Promise.reject(new Error('forbidden'))],
  ['returns no JSON', async () => ({ contents: '{', revision: '1' })],
  ['returns a list', async () => ({ contents: '[]', revision: '1' })],
])('refuses every change while the store %s, and logs why', async (_what, read) => {
  const { guardrails, errors } = open({ read });
  const denial = await guardrails.denial(async () => [change]);
  expect(denial).toMatchObject({ statusCode: 503, body: { message: /can't be read right now/ } });
  expect(errors).toHaveLength(1);
});

it('refuses changes that cannot be predicted once there is a promise', async () => {
  const { guardrails, put } = open();
  expect(await guardrails.denial(async () => undefined)).toBeUndefined();
  expect((await put(NEVER)).statusCode).toBe(200);
  expect(await guardrails.denial(async () => undefined)).toMatchObject({ statusCode: 409 });
  expect(await guardrails.denial(async () => [change])).toBeUndefined();
});

it('keeps what another server writes in the same moment', async () => {
  const { put } = open({ write: async () => false });
  expect((await put(NEVER)).statusCode).toBe(412);
});

it.each([
  ['has no access to the API', { has_api_access: false }, [403, 403]],
  ['may only read', { has_api_access: true, disabled_endpoints: { CONFIG: ['PUT'] } }, [200, 403]],
])('is readable and writable as the configuration is: the caller %s', async (_, rights, codes) => {
  const { guardrails, put } = open({}, rights);
  const read = await guardrails.request(CALLER, { method: 'GET', path: PATH });
  expect([read.statusCode, (await put(NEVER)).statusCode]).toEqual(codes);
});
