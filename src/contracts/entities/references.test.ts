import { followReferences } from './references';

const ENTRIES = {
  'roles/sales': { cluster_permissions: ['sales_group', 'indices:*'] },
  'actiongroups/sales_group': { allowed_actions: ['inner_group', 'on_both_sides'] },
  'actiongroups/inner_group': { allowed_actions: ['sales_group'] },
};
const entryOf = (key: string) => {
  const [kind = '', name = ''] = key.split('/');
  return { kind, name, entity: ENTRIES[key as keyof typeof ENTRIES] };
};

/** @returns keys of the chosen entries, and of those that are missing */
function follow(keys: readonly string[], isAdding: boolean) {
  const chosen = new Map(keys.map((key) => [key, entryOf(key)]));
  const task = followReferences(chosen, {
    sourceOf: ({ entity }) => entity,
    onlyInSource: (key) => (key in ENTRIES ? entryOf(key) : undefined),
    isAdding,
  });
  let next = task.next();
  while (!next.done) next = task.next();
  return [[...chosen.keys()], next.value.map(({ kind, name }) => `${kind}/${name}`)];
}

it('names what only the source has, one step deep', () => {
  expect(follow(['roles/sales'], false)).toEqual([['roles/sales'], ['actiongroups/sales_group']]);
});

it('names nothing that is chosen already', () => {
  expect(follow(['roles/sales', 'actiongroups/sales_group'], false)[1]).toEqual([
    'actiongroups/inner_group',
  ]);
});

it('adds what entries refer to and what that refers to, also in a circle', () => {
  expect(follow(['roles/sales'], true)).toEqual([Object.keys(ENTRIES), []]);
});

it('follows nothing from an entry that is deleted', () => {
  const chosen = new Map([['roles/sales', { kind: 'roles', name: 'sales' }]]);
  const onlyInSource = jest.fn();
  const task = followReferences(chosen, {
    sourceOf: () => undefined,
    onlyInSource,
    isAdding: true,
  });
  expect(task.next()).toEqual({ done: true, value: [] });
  expect(onlyInSource).not.toHaveBeenCalled();
});
