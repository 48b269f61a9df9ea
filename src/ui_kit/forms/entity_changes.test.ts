import { describeChanges } from './entity_changes';

it('lists the fields that another user changed', () => {
  const changes = describeChanges(
    { a: ['x', 'y'], d: 'old', same: { p: 1, q: 2 } },
    { a: ['y', 'z'], d: 'new', same: { q: 2, p: 1 }, b: 1 }
  );
  expect(changes).toEqual([
    { field: 'a', text: 'added z; removed x' },
    { field: 'd', text: 'old → new' },
    { field: 'b', text: '— → 1' },
  ]);
});
