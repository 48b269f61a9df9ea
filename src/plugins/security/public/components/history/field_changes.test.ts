import { fieldChanges } from './field_changes';
import { fieldLabel } from './field_labels';

const paths = (before: object | undefined, after: object | undefined) =>
  fieldChanges(before as never, after as never).map(({ path }) => path);

it('finds changed fields at any depth', () => {
  expect(
    fieldChanges(
      {
        description: 'a',
        attributes: { department: 'sales', floor: '2' },
        index_permissions: [{ index_patterns: ['x'], dls: '' }],
        hosts: [],
      },
      {
        description: 'b',
        attributes: { floor: '2', department: 'it' },
        index_permissions: [{ dls: '', index_patterns: ['x', 'y'] }, { index_patterns: ['z'] }],
      }
    )
  ).toEqual([
    { path: 'description', added: [], removed: [], before: 'a', after: 'b' },
    { path: 'attributes.department', added: [], removed: [], before: 'sales', after: 'it' },
    {
      path: 'index_permissions[1].index_patterns',
      added: ['y'],
      removed: [],
      before: ['x'],
      after: ['x', 'y'],
    },
    {
      path: 'index_permissions[2].index_patterns',
      added: ['z'],
      removed: [],
      before: [],
      after: ['z'],
    },
  ]);
});

it('detects reordered lists where their order counts, and values that became lists', () => {
  const [before, after] = [{ a: ['x', 'y'] }, { a: ['y', 'x'] }];
  expect(fieldChanges(before, after, true)).toMatchObject([{ path: 'a' }]);
  expect(paths(before, after)).toEqual([]);
  expect(paths(before, { a: ['y', 'z'] })).toEqual(['a']);
  expect(paths({ a: 'x' }, { a: ['x'] })).toEqual(['a']);
});

it('includes every field of created or deleted entities', () => {
  const entity = { reserved: false, hash: '', users: ['jane'], attributes: { a: '' }, hosts: [] };
  expect(paths(undefined, entity)).toEqual(['users', 'attributes.a']);
  expect(paths(entity, undefined)).toEqual(['users', 'attributes.a']);
  expect(paths(entity, { ...entity, reserved: true })).toEqual(['reserved']);
});

it.each([
  ['index_permissions[2].dls', 'Index permissions 2: Document level security'],
  ['mapping.and_backend_roles', 'Role mapping: All of these backend roles'],
  ['attributes.roles.dls[1]', 'Attributes: roles.dls[1]'],
  ['from_elsewhere[1].description', 'from_elsewhere[1]: Description'],
])('labels %s like the forms', (path, label) => {
  expect(fieldLabel(path)).toBe(label);
});
