import { compareEntries, differingFields, isSameEntry, plannedEntries } from './comparison';

const compared = (kind: string, before: Record<string, object>, after: Record<string, object>) => [
  ...compareEntries(kind, new Map(Object.entries(before)), new Map(Object.entries(after))),
];

it('finds created, changed, deleted and equal entries, and what differs in them', () => {
  const role = { cluster_permissions: ['a'], index_permissions: [{ index_patterns: ['x'] }] };
  const found = compared(
    'roles',
    { same: role, changed: role, gone: role },
    { same: role, changed: { ...role, cluster_permissions: ['b'], description: 'B' }, made: role }
  );
  expect(found.map(({ name, action }) => `${action} ${name}`)).toEqual([
    'same same',
    'update changed',
    'create made',
    'delete gone',
  ]);
  expect(found.map((entry) => differingFields('roles', entry))).toEqual([
    [],
    ['cluster_permissions', 'description'],
    ['cluster_permissions', 'index_permissions'],
    ['cluster_permissions', 'index_permissions'],
  ]);
});

it.each([
  [
    'the order of keys',
    'roles',
    { description: 'a', hidden: true },
    { hidden: true, description: 'a' },
  ],
  [
    'absent and empty fields',
    'roles',
    { index_permissions: [{ fls: [], dls: '' }] },
    { index_permissions: [{}], reserved: false },
  ],
  [
    'the order of texts in lists, and repeated ones',
    'roles',
    {
      cluster_permissions: ['a', 'b'],
      index_permissions: [{ index_patterns: ['x', 'y'], fls: ['~b', 'a'] }],
    },
    {
      cluster_permissions: ['b', 'a', 'b'],
      index_permissions: [{ index_patterns: ['y', 'x'], fls: ['a', '~b'] }],
    },
  ],
  [
    'the order of texts in a document',
    'audit',
    { audit: { ignore_users: ['a', 'b'] } },
    { audit: { ignore_users: ['b', 'a'] } },
  ],
  ['hashes', 'internalusers', { hash: 'one' }, { hash: 'other' }],
  ['nested keys of a document', 'config', { dynamic: { a: 1, b: 2 } }, { dynamic: { b: 2, a: 1 } }],
])('disregards %s', (_what, kind, one, other) => {
  expect(isSameEntry(kind, one, other)).toBe(true);
});

it.each([
  [
    'the order of entries, which decides about restrictions',
    'roles',
    { index_permissions: [{ index_patterns: ['a'] }, { index_patterns: ['b'] }] },
    { index_permissions: [{ index_patterns: ['b'] }, { index_patterns: ['a'] }] },
  ],
  [
    'the order of the steps of a path',
    'config',
    { dynamic: { roles_key: ['realm', 'roles'] } },
    { dynamic: { roles_key: ['roles', 'realm'] } },
  ],
  ['another text in a list', 'roles', { cluster_permissions: ['a'] }, { cluster_permissions: [] }],
  ['an empty attribute', 'internalusers', { attributes: { a: '' } }, { attributes: {} }],
  ['a switched-off setting of a document', 'audit', { enabled: false }, {}],
])('regards %s', (_what, kind, one, other) => {
  expect(isSameEntry(kind, one, other)).toBe(false);
});

it('shows no password hashes', () => {
  expect(JSON.stringify(compared('internalusers', {}, { ada: { hash: 'secret' } }))).not.toContain(
    'secret'
  );
});

describe('a plan', () => {
  const tenant = (description: string) => ({ description });
  const present = new Map([
    ['a', tenant('A')],
    ['b', tenant('B')],
    ['c', tenant('C')],
  ]);

  it('reads no other entries than the desired ones unless it may delete some', () => {
    const single = {
      get: (name: string) => present.get(name),
      [Symbol.iterator]: () => {
        throw new Error('All are read.');
      },
    };
    const desired = new Map([['a', tenant('Other')]]);
    expect([...plannedEntries('tenants', single, desired, {})]).toMatchObject([
      { name: 'a', action: 'update', present: tenant('A'), desired: tenant('Other') },
    ]);
    const isDeleted = (name: string) => name === 'c';
    expect([...plannedEntries('tenants', present, desired, { isDeleted })]).toMatchObject([
      { name: 'a', action: 'update' },
      { name: 'c', action: 'delete', present: tenant('C') },
    ]);
  });

  it('updates an entry that is the same but for a secret', () => {
    const desired = new Map([...present].slice(0, 2));
    const hasSecret = (name: string) => name === 'b';
    const actions = [...plannedEntries('tenants', present, desired, { hasSecret })].map(
      ({ name, action, hasSecret: isSecret = false }) => [name, action, isSecret]
    );
    expect(actions).toEqual([
      ['a', 'same', false],
      ['b', 'update', true],
    ]);
  });
});
