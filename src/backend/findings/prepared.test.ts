/** What rules prepare: each change, and each way to choose from, removes its finding. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Finding } from '../api/engine';
import { type Content, findingsIn } from './mocks';

type Json = Readonly<Record<string, unknown>>;

const FIXTURE = join(__dirname, '../../../test/fixtures/findings');
const file = (name: string): Readonly<Record<string, Json>> => {
  const { _meta, ...entries } = parse(readFileSync(join(FIXTURE, `${name}.yml`), 'utf8'));
  return entries;
};

const users = file('internal_users');
const DEMONSTRATION: Content = {
  internalusers: users,
  roles: file('roles'),
  rolesmapping: file('roles_mapping'),
  actiongroups: file('action_groups'),
  tenants: file('tenants'),
  config: file('config')['config'] ?? {},
  audit: file('audit')['config'] ?? {},
  guardrails: file('guardrails'),
  hashes: Object.fromEntries(
    Object.entries(users).flatMap(([name, { hash }]) => (hash ? [[name, String(hash)]] : []))
  ),
};
const role = (index_permissions: unknown, more: Json = {}): Json => ({
  index_permissions,
  ...more,
});
const FURTHER: Content = {
  roles: {
    typed: role([
      { index_patterns: ['news', '/news-(/'], allowed_actions: ['read'] },
      { index_patterns: ['/(/'], allowed_actions: ['read'] },
    ]),
    gone: role([{ index_patterns: ['news', 'gone'], allowed_actions: ['read'] }]),
    mailbox: role([{ index_patterns: ['${attr.internal.box}'], allowed_actions: ['read'] }]),
    writer: role([
      { index_patterns: ['*', 'news'], allowed_actions: ['crud'] },
      { index_patterns: ['logs'], allowed_actions: ['read'] },
    ]),
    narrow: role([
      { index_patterns: ['hr-*'], allowed_actions: ['read'], dls: '{"term":{"team":"x"}}' },
    ]),
    wide: role([{ index_patterns: ['hr*'], allowed_actions: ['read'], dls: '{"match_all":{}}' }]),
  },
  rolesmapping: {
    typed: { users: ['jane', '/(/'] },
    gone: { users: ['jane'] },
    mailbox: { users: ['jane'] },
    writer: { users: ['jane'] },
    narrow: { users: ['jane'], backend_roles: ['hr'] },
    wide: { users: ['jane'] },
  },
  internalusers: { jane: {}, joe: { backend_roles: ['nowhere'] } },
  live: { logins: new Set<string>(), indices: new Set(['news', 'logs']), requests: [] },
};

const idsIn = (content: Content) => new Set(findingsIn(content).map(({ id }) => id));

function after(content: Content, change: NonNullable<Finding['change']>): Content {
  const next: Record<string, unknown> = { ...content };
  for (const [type, entries] of Object.entries(change)) {
    const merged = { ...(content[type as 'roles'] ?? {}), ...entries };
    next[type] = Object.fromEntries(Object.entries(merged).filter(([, one]) => one !== null));
  }
  const gone = new Set(
    Object.keys(change.internalusers ?? {}).filter((one) => !change.internalusers?.[one])
  );
  const hashes = Object.entries(content.hashes ?? {}).filter(([name]) => !gone.has(name));
  return { ...next, hashes: Object.fromEntries(hashes) };
}

const ways = ({ change, choices = [] }: Finding) => [
  ...(change ? [change] : []),
  ...choices.map((one) => one.change),
];

it.each([
  ['the demonstration configuration', DEMONSTRATION, 24],
  ['further entries', FURTHER, 12],
])('each prepared change fixes its finding: %s', (_what, content, least) => {
  const fixed = findingsIn(content).flatMap((finding) =>
    ways(finding).map((change) => [finding.id, idsIn(after(content, change)).has(finding.id)])
  );
  expect(fixed.length).toBeGreaterThanOrEqual(least);
  expect(fixed.filter(([, isThere]) => isThere)).toEqual([]);
});

it('offers ways to choose from where a fix needs a decision, and no change by itself', () => {
  const found = findingsIn(DEMONSTRATION);
  const offered = (rule: string) =>
    found
      .filter((one) => one.rule === rule)
      .map(({ change, choices }) => [change, choices?.map(({ text }) => text)]);
  expect(offered('lifted-restriction')).toContainEqual([
    undefined,
    [
      expect.stringMatching(/^Remove role hr_masked from /),
      'Restrict role hr_masked in the same way as hr_names.',
    ],
  ]);
  expect(offered('demonstration-user')[0]?.[1]).toEqual([
    expect.stringMatching(/^Suspend /),
    expect.stringMatching(/^Delete .*, and remove the name from mappings\.$/),
  ]);
  // The whole set of the wildcard loses the role, so that it is named.
  const texts = found.flatMap(({ choices = [] }) => choices.map(({ text }) => text));
  expect(texts).toContain('Remove * from the mapping board_write.');
});

it('prepares no change of an entry that cannot be changed, nor one that would not fix', () => {
  const lifted = (content: Content) =>
    findingsIn(content)
      .find(({ rule }) => rule === 'lifted-restriction')
      ?.choices?.map(({ text }) => text);
  const { rolesmapping = {}, roles = {} } = FURTHER;
  expect(lifted(FURTHER)).toHaveLength(2);
  // By a backend role, the user would keep it.
  const byBackendRole = { ...rolesmapping, wide: { backend_roles: ['hr'] } };
  const jane = { backend_roles: ['hr'] };
  expect(lifted({ ...FURTHER, rolesmapping: byBackendRole, internalusers: { jane } })).toEqual([
    'Restrict role wide in the same way as narrow.',
  ]);
  const wide = { ...(roles['wide'] as Json), reserved: true };
  expect(lifted({ ...FURTHER, roles: { ...roles, wide } })).toEqual([
    'Remove role wide from jane.',
  ]);
});

describe('of a broken guardrail', () => {
  const promise = { rule: 'only', users: ['boss'], action: 'read', index: 'pay-*' };
  const content = (more: Content): Content => ({
    guardrails: { pay: promise },
    roles: { payroll: role([{ index_patterns: ['pay-*'], allowed_actions: ['read'] }]) },
    internalusers: { jane: { opendistro_security_roles: ['payroll'] }, joe: {}, boss: {} },
    ...more,
  });
  const choicesIn = (given: Content) =>
    findingsIn(given).find(({ rule }) => rule === 'broken-promise')?.choices;

  it('lists each user with the way, and takes all of them from the roles', () => {
    const given = content({
      rolesmapping: { payroll: { users: ['joe', 'boss'], backend_roles: ['hr'] } },
    });
    const found = findingsIn(given).find(({ rule }) => rule === 'broken-promise');
    expect(found?.affected).toEqual({
      total: 3,
      users: [
        { name: 'hr', way: ['hr', 'payroll', 'pay-*'], is_group: true },
        { name: 'jane', way: ['jane', 'payroll', 'pay-*'] },
        { name: 'joe', way: ['joe', 'payroll', 'pay-*'] },
      ],
    });
    const [{ text, change } = { text: '', change: {} }, ...more] = found?.choices ?? [];
    expect([text, more]).toEqual(['Remove hr, jane, joe from the roles: payroll.', []]);
    expect(change).toEqual({
      rolesmapping: { payroll: { users: ['boss'] } },
      internalusers: { jane: expect.objectContaining({ opendistro_security_roles: [] }) },
    });
    expect([...idsIn(after(given, change))].join()).not.toContain('broken-promise');
  });

  it('names up to three of those concerned, and counts more', () => {
    const sentence = (...users: readonly string[]) =>
      findingsIn(content({ rolesmapping: { payroll: { users } } })).find(
        ({ rule }) => rule === 'broken-promise'
      )?.text;
    expect(sentence('a', 'b')).toBe(
      'The guardrail pay is broken: a, b, jane should not have access.'
    );
    expect(sentence('a', 'b', 'c')).toBe(
      'The guardrail pay is broken: 4 users, backend roles or hosts should not have access.'
    );
  });

  it.each<[string, Content]>([
    ['by a pattern', { rolesmapping: { payroll: { users: ['jo*'] } } }],
    ['from a host', { rolesmapping: { payroll: { hosts: ['10.0.0.1'] } } }],
    ['together', { rolesmapping: { payroll: { and_backend_roles: ['a', 'b'] } } }],
    ['reserved', { rolesmapping: { payroll: { users: ['joe'], reserved: true } } }],
  ])('is not prepared where users would keep the access: %s', (_way, more) => {
    expect(findingsIn(content(more)).map(({ rule }) => rule)).toContain('broken-promise');
    expect(choicesIn(content(more))).toBeUndefined();
  });

  describe('of a user who lacks access', () => {
    const logs = (more: object = {}): Content => ({
      guardrails: {
        ops: { rule: 'always', users: ['joe'], action: 'read', index: 'logs-*', ...more },
      },
      internalusers: { joe: {}, jane: {} },
    });
    const reader = role([{ index_patterns: ['logs-*'], allowed_actions: ['read'] }]);
    const texts = (given: Content) => choicesIn(given)?.map(({ text }) => text);
    const NEW = 'Create the role ops with exactly this access, for joe.';

    it('creates a role with exactly the access, or adds the user to the narrowest role', () => {
      const wide = role([{ index_patterns: ['logs*'], allowed_actions: ['read'] }]);
      const given = { ...logs(), roles: { a_wide: wide, reader } };
      expect(texts(given)).toEqual([NEW, 'Add joe to the role reader.']);
      expect(choicesIn(given)?.map(({ change }) => change)).toEqual([
        {
          roles: {
            ops: expect.objectContaining({
              index_permissions: [
                expect.objectContaining({ index_patterns: ['logs-*'], allowed_actions: ['read'] }),
              ],
            }),
          },
          rolesmapping: { ops: expect.objectContaining({ users: ['joe'] }) },
        },
        { rolesmapping: { reader: expect.objectContaining({ users: ['joe'] }) } },
      ]);
      for (const { change } of choicesIn(given) ?? [])
        expect([...idsIn(after(given, change))].join()).not.toContain('broken-promise');
    });

    it('keeps the other members of the role', () => {
      const given = { ...logs(), roles: { reader }, rolesmapping: { reader: { users: ['jane'] } } };
      expect(choicesIn(given)?.[1]?.change.rolesmapping?.['reader']).toMatchObject({
        users: ['jane', 'joe'],
      });
    });

    const READALL = 'Add joe to the role readall.';

    it('names the role so that it can be saved', () => {
      const { ops } = logs().guardrails as Readonly<Record<string, unknown>>;
      expect(texts({ ...logs(), guardrails: { 'Ops: 100 %': ops } })).toEqual([
        'Create the role Ops_100_ with exactly this access, for joe.',
        READALL,
      ]);
      expect(texts({ ...logs(), guardrails: { o: ops } })).toEqual([READALL]);
    });

    it.each<[string, Content]>([
      ['by name', { internalusers: { joe: {}, jane: { opendistro_security_roles: ['ops'] } } }],
      ['by a backend role', { settings: { rolesMappingResolution: 'BOTH' } }],
      ['as administrators', { settings: { apiRoles: ['ops'] } }],
    ])('creates no role that others would get %s', (_how, more) => {
      expect(texts({ ...logs(), ...more })).toEqual([READALL]);
    });

    it('creates no role whose name is taken', () => {
      const taken = role([{ index_patterns: ['news'], allowed_actions: ['read'] }]);
      expect(texts({ ...logs(), roles: { ops: taken, reader } })).toEqual([
        'Add joe to the role reader.',
      ]);
    });

    it.each<[string, Content]>([
      [
        'administers security',
        {
          roles: {
            r: role([{ index_patterns: ['*'], allowed_actions: ['*'] }], {
              cluster_permissions: ['restapi:admin/*'],
            }),
          },
        },
      ],
      ['belongs to everybody', { roles: { r: reader }, rolesmapping: { r: { hosts: ['*'] } } }],
      [
        'has a locked mapping',
        { roles: { r: reader }, rolesmapping: { r: { users: ['jane'], reserved: true } } },
      ],
      ['is hidden', { roles: { r: { ...(reader as object), hidden: true } } }],
      [
        'covers only a part',
        { roles: { r: role([{ index_patterns: ['logs-1'], allowed_actions: ['read'] }]) } },
      ],
    ])('never adds the user to a role that %s', (_what, more) => {
      expect(texts({ ...logs(), ...more })).not.toContain('Add joe to the role r.');
      expect(texts({ ...logs(), ...more })).toContain(NEW);
    });

    it('prepares permissions for the cluster as well, but not to administer security', () => {
      const action = 'cluster:monitor/main';
      const [first] = choicesIn(logs({ action, index: undefined })) ?? [];
      expect(first?.change.roles?.['ops']).toMatchObject({ cluster_permissions: [action] });
      for (const one of ['administer', 'restapi:admin/roles', 'system:admin/system_index']) {
        const given = logs({ action: one, index: undefined });
        expect(findingsIn(given).map(({ rule }) => rule)).toContain('broken-promise');
        expect(choicesIn(given)).toBeUndefined();
      }
      const secured = logs({ action: 'write', index: '.opendistro_security' });
      expect(choicesIn(secured)).toBeUndefined();
    });
  });
});
