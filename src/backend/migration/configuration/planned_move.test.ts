import { hashSync } from '@node-rs/bcrypt';
import type { Entity, ResourceType } from '../../../contracts/entities';
import { DEFAULT_SETTINGS } from '../../api';
import { defaultAllowList, defaultSecurityConfig } from '../../model/static_entries';
import { normaliseEntity } from '../../model/payload';
import type { ConflictPolicy } from '../data_type';
import { verifiesLike } from './cluster_documents';
import { MoveReview } from './planned_move';
import type { ConfigurationSide, Entry } from './side';

const BCRYPT = hashSync('x', 4);
const OTHER_BCRYPT = hashSync('y', 4);
const ARGON2 = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA';
const PBKDF2 = `$3$${600_000 * 2 ** 32 + 256}$c2FsdHNhbHQ$${'A'.repeat(43)}`;

type Sources = Partial<
  Record<ResourceType, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;
type Documents = Partial<Record<'config' | 'allowlist', Readonly<Record<string, unknown>>>>;

/** A cluster that exposes its hashes or not. */
function side(sources: Sources, documents: Documents = {}, showsHashes = true): ConfigurationSide {
  const entry = (type: ResourceType, name: string): Entry | undefined => {
    const source = sources[type]?.[name];
    if (!source) return undefined;
    const { hash, ...content } = source;
    const entity = normaliseEntity(type, content, {}) as Entity;
    return { type, name, entity, ...(showsHashes && typeof hash === 'string' && { hash }) };
  };
  return {
    showsHashes,
    verifies: verifiesLike,
    *entries(type) {
      for (const name of Object.keys(sources[type] ?? {})) yield entry(type, name) as Entry;
    },
    present: async (type, name) => entry(type, name),
    document: async (id) => documents[id as 'config'],
    blocker: () => undefined,
    documentBlocker: () => undefined,
    write: async () => undefined,
    writeDocument: async () => undefined,
  };
}

const ADMIN = { backend_roles: ['admin'] };
const MAPPING = { all_access: { backend_roles: ['admin'] } };
const users = (hash: string | undefined, more: object = ADMIN): Sources => ({
  internalusers: { root: { ...more, ...(hash !== undefined && { hash }) } },
  rolesmapping: MAPPING,
});

const lost = async (
  from: ConfigurationSide,
  to: ConfigurationSide,
  onConflict: ConflictPolicy | 'ask' = 'replace'
) => {
  const review = await MoveReview.of({
    from,
    to,
    settings: DEFAULT_SETTINGS,
    conflictOf: () => (onConflict === 'ask' ? undefined : onConflict),
  });
  const found = review.lockouts();
  return {
    found,
    users: found.find(({ text }) => text.includes('these users'))?.names ?? [],
    mapped: found.find(({ text }) => text.includes('role mappings'))?.names ?? [],
  };
};

it.each([
  ['another hash of the same kind', BCRYPT, OTHER_BCRYPT, []],
  ['argon2 in place of bcrypt', BCRYPT, ARGON2, ['root']],
  ['bcrypt in place of PBKDF2', PBKDF2, BCRYPT, ['root']],
  ['argon2 on a cluster with argon2', ARGON2, ARGON2.replace('aGF', 'bGF'), []],
  ['no hash, which keeps the existing one', BCRYPT, undefined, []],
  ['a user who had no password', undefined, ARGON2, []],
])('lists administrators who could not log in: %s', async (_what, before, after, expected) => {
  const { found, users: names } = await lost(side(users(after)), side(users(before)));
  expect(names).toEqual(expected);
  expect(found).toHaveLength(expected.length);
});

it('assumes bcrypt if the cluster does not show hashes', async () => {
  const there = side(users(BCRYPT, { ...ADMIN, description: 'x' }), {}, false);
  expect((await lost(side(users(ARGON2)), there)).users).toEqual(['root']);
  expect((await lost(side(users(BCRYPT)), there)).users).toEqual([]);
});

it('lists administrators who lose access or are disabled, unless existing entries are kept', async () => {
  const there = side(users(BCRYPT));
  for (const more of [{}, { ...ADMIN, attributes: { enabled: 'false' } }]) {
    const moved = side(users(BCRYPT, more));
    expect((await lost(moved, there)).users).toEqual(['root']);
    expect((await lost(moved, there, 'keep')).found).toEqual([]);
    expect((await lost(moved, there, 'ask')).found).toEqual([]);
  }
});

it('leaves out a mapping that a cluster refuses, because its role does not exist', async () => {
  const there = side(users(BCRYPT));
  const moved = side({ ...users(BCRYPT), rolesmapping: { all_access: { backend_roles: [] } } });
  expect((await lost(moved, there)).users).toEqual(['root']);
  expect((await lost(moved, { ...there, refusesMissingRoles: true })).found).toEqual([]);
});

it('lists removed mapping entries that are not internal users', async () => {
  const mapping = (all_access: Readonly<Record<string, unknown>>): Sources => ({
    ...users(BCRYPT),
    rolesmapping: { all_access },
  });
  const there = { users: ['root', 'ldap-*'], backend_roles: ['admin', 'ops'], hosts: ['h'] };
  const found = await lost(
    side(mapping({ backend_roles: ['admin'], and_backend_roles: ['a'] })),
    side(mapping({ ...there, and_backend_roles: ['a', 'b'] }))
  );
  expect(found.users).toEqual([]);
  expect(found.mapped).toEqual([
    'all_access (user ldap-*)',
    'all_access (backend role ops)',
    'all_access (backend roles a and b)',
    'all_access (host h)',
  ]);
});

const PROXY = {
  http_enabled: true,
  order: 0,
  http_authenticator: { type: 'proxy', challenge: false, config: {} },
  authentication_backend: { type: 'noop', config: {} },
};

it('detects that no domain would accept passwords, and that no administrator could disable the allow list', async () => {
  const config = defaultSecurityConfig();
  const none = { dynamic: { authc: { proxied: PROXY }, authz: {} } };
  const closed = { ...defaultAllowList(), enabled: true, requests: {} };
  const there = { config, allowlist: defaultAllowList() };
  const moved = side(users(BCRYPT), { config: none, allowlist: closed });
  expect((await lost(moved, side(users(BCRYPT), there))).found).toEqual([
    { text: expect.stringContaining('no enabled authentication domain there') },
    { text: expect.stringContaining('the allow list there would be on') },
  ]);
  const proxied = side(users(BCRYPT), { config: none });
  expect((await lost(side(users(ARGON2)), proxied)).users).toEqual([]);
});
