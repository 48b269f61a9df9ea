import { compareEntries, differingFields, isSameEntry } from './comparison';

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
  expect(found.map(differingFields)).toEqual([
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
  ['hashes', 'internalusers', { hash: 'one' }, { hash: 'other' }],
  ['nested keys of a document', 'config', { dynamic: { a: 1, b: 2 } }, { dynamic: { b: 2, a: 1 } }],
])('disregards %s', (_what, kind, one, other) => {
  expect(isSameEntry(kind, one, other)).toBe(true);
});

it.each([
  [
    'the order of a list',
    'roles',
    { cluster_permissions: ['a', 'b'] },
    { cluster_permissions: ['b', 'a'] },
  ],
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
