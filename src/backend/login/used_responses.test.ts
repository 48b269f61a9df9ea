/**
 * Replayed SAML responses at several servers of a cluster, which itself would accept them again.
 */
import { join } from 'node:path';
import { SamlProviderDouble, serviceKeys } from '../../../test/helpers/saml_provider';
import { LOGIN_LIMITS } from '../../contracts/limits';
import {
  EmbeddedSessionStore,
  openDatabase,
  SESSION_MIGRATIONS,
  type Database,
} from '../testing/stores';
import { SamlLogin } from './saml_login';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

const RESPONSE = { recipient: 'https://dashboards.test/acs', audience: 'dashboards' };
const provider = SamlProviderDouble.make();

let folder: string;
let database: Database;
beforeEach(() => {
  folder = temporaryFolder();
  database = openDatabase({ file: join(folder, 'sessions.db'), migrations: SESSION_MIGRATIONS });
});
afterEach(() => {
  database.close();
});

/** Another server of the cluster: its own objects, the same store. */
function server(): SamlLogin {
  const body = { authorization: 'bearer e30.e30.x' };
  const request = async () => ({ statusCode: 200, headers: {}, body });
  const principal = { userName: 'jdoe' };
  const authenticate = async () => ({ ok: true, principal }) as const;
  const sessions = new EmbeddedSessionStore(database);
  return new SamlLogin({ engine: { request }, sessions, authenticate });
}

async function isTaken(login: SamlLogin, xml: string): Promise<boolean> {
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const step = await login.begin({
    fields: { SAMLResponse },
    headers: {},
    remoteAddress: '::1',
  });
  return step.kind === 'concluded' && step.result.ok;
}

it('accepts a response once across all servers, also if it is modified or wrapped differently', async () => {
  const idp = await provider;
  const [one, two] = [server(), server()];
  const inner = idp.sign(idp.assertion(RESPONSE), 'Assertion');
  const xml = idp.response(inner, RESPONSE);
  expect(await isTaken(one, xml)).toBe(true);
  const other = idp.sign(idp.assertion(RESPONSE), 'Assertion');
  for (const again of [
    xml,
    xml.replace('_response', '_another'),
    idp.sign(xml, 'Response'),
    idp.response(other + inner, RESPONSE),
    xml.replace('<DigestValue>', '<DigestValue xmlns:q="a>b">'),
    xml.replace('<DigestValue>', '<DigestValue><!-- -->'),
    xml.replace('<DigestValue>', '<DigestValue>&#10;'),
    `<?xml version="1.0" encoding="utf-7"?>${xml}`,
  ])
    for (const login of [one, two])
      expect([again, await isTaken(login, again)]).toEqual([again, false]);
  expect(
    await isTaken(two, idp.response(idp.sign(idp.assertion(RESPONSE), 'Assertion'), RESPONSE))
  ).toBe(true);
});

it('recognizes encrypted responses by their encrypted values', async () => {
  const idp = await provider;
  const { publicKey } = serviceKeys();
  const inner = idp.sign(idp.assertion(RESPONSE), 'Assertion');
  const secret = await idp.encrypted(inner, publicKey);
  expect(await isTaken(server(), idp.response(secret, RESPONSE))).toBe(true);
  const broken = secret.replace(/(<[^<>]*CipherValue>)/g, '$1\n  ');
  for (const again of [secret, broken])
    expect(await isTaken(server(), idp.response(again, RESPONSE))).toBe(false);
});

it('accepts at most one of several concurrent uses of a response', async () => {
  const idp = await provider;
  const xml = idp.signed(RESPONSE);
  const taken = await Promise.all([server(), server(), server()].map((one) => isTaken(one, xml)));
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(1);
});

it('rejects responses without digests or with too many signatures', async () => {
  const idp = await provider;
  expect(await isTaken(server(), idp.response(idp.assertion(RESPONSE), RESPONSE))).toBe(false);
  const many = Array.from({ length: LOGIN_LIMITS.usedResponseIds + 1 }, (_, at) =>
    Buffer.from(`value ${at}`).toString('base64')
  );
  const signatures = many.map((value) => `<ds:DigestValue>${value}</ds:DigestValue>`).join('');
  expect(await isTaken(server(), idp.response(signatures, RESPONSE))).toBe(false);
  const [first] = many;
  const few = `<ds:DigestValue>${first}</ds:DigestValue>`;
  expect(await isTaken(server(), idp.response(few, RESPONSE))).toBe(true);
});
