/**
 * Versions as the embedded engine keeps them, and as the decorator gives them to an engine without.
 */
import { engineWith } from '../testing/altered';
import { ADMIN_PASSWORD, cleanUp, signIn, startEngine } from '../testing/embedded';
import { describeVersions } from '../testing/versions_contract';
import type { Engine, RequestCaller } from '../contract/engine';
import { withVersions } from './versions';

afterAll(cleanUp);

async function open(): Promise<{ readonly engine: Engine; readonly caller: RequestCaller }> {
  const { engine } = await startEngine();
  const caller = (await signIn(engine, 'admin', ADMIN_PASSWORD)) as RequestCaller;
  return { engine, caller };
}

/** An engine that neither gives versions nor minds conditions, as a cluster's. */
function bare(engine: Engine): Engine {
  return engineWith(engine, {
    features: { ...engine.features, entityVersions: false, conditionalWrites: false },
    request: async (caller, { headers = {}, ...request }) => {
      const { 'if-match': _match, 'if-none-match': _none, ...others } = headers;
      const answer = await engine.request(caller, { ...request, headers: others });
      const { etag: _tag, ...rest } = answer.headers;
      return { ...answer, headers: rest };
    },
    find: async (caller, query) => {
      const answer = await engine.find(caller, query);
      if (!answer.ok) return answer;
      const items = answer.result.items.map((item) => ({ ...item, version: '' }));
      return { ok: true, result: { ...answer.result, items } };
    },
  });
}

describe('versions of the embedded engine', () => describeVersions(open));

describe('versions around an engine without', () => {
  describeVersions(async () => {
    const { engine, caller } = await open();
    return { engine: withVersions(bare(engine)), caller };
  });

  it('tells nobody about entities that he may not read', async () => {
    const { engine } = await open();
    const decorated = withVersions(bare(engine));
    const request = { method: 'PUT', path: '/_plugins/_security/api/roles/all_access' } as const;
    const anonymous = { kind: 'anonymous' } as const;
    const conditional = { ...request, body: {}, headers: { 'if-match': '"x"' } };
    expect((await decorated.request(anonymous, conditional)).statusCode).toBe(401);
  });
});
