import fc from 'fast-check';
import { merge } from './merge';

const original = {
  reserved: false,
  description: 'Old',
  names: ['a', 'b'],
  attributes: { x: '1', y: '2' },
  rows: [{ p: 1 }],
};
/** The form omits `reserved`. */
const { reserved: _reserved, ...unchanged } = original;
const mergeOf = (mine: object, theirs: object, chosen: readonly string[] = []) =>
  merge({ original, unchanged, mine, theirs }, new Set(chosen));

it('applies changes made by only one of the two users', () => {
  const { merged, collisions } = mergeOf(
    { ...unchanged, description: 'Mine' },
    { ...original, rows: [{ p: 2 }], fresh: true }
  );
  expect(collisions).toEqual([]);
  expect(merged).toEqual({ ...unchanged, description: 'Mine', rows: [{ p: 2 }], fresh: true });
});

it('removes a field that one user removed and the other left unchanged', () => {
  const { description: _mine, ...withoutDescription } = unchanged;
  const { rows: _theirs, ...withoutRows } = original;
  const { merged } = mergeOf(withoutDescription, withoutRows);
  expect(merged).toEqual({ names: ['a', 'b'], attributes: { x: '1', y: '2' } });
});

it('applies the additions and removals of both users to lists of names, and merges maps entry by entry', () => {
  const { merged, collisions } = mergeOf(
    { ...unchanged, names: ['b', 'mine'], attributes: { x: '1', y: 'mine' } },
    { ...original, names: ['a', 'b', 'theirs'], attributes: { x: 'theirs', y: '2', z: '3' } }
  );
  expect(collisions).toEqual([]);
  expect(merged['names']).toEqual(['b', 'theirs', 'mine']);
  expect(merged['attributes']).toEqual({ x: 'theirs', y: 'mine', z: '3' });
});

it('reports fields that both users changed differently, and uses the chosen side', () => {
  const mine = { ...unchanged, description: 'Mine', attributes: { x: 'm', y: '2' } };
  const theirs = { ...original, description: 'Theirs', attributes: { x: 't', y: '2' } };
  expect(mergeOf(mine, theirs).collisions).toEqual([
    { field: 'description', mine: 'Mine', theirs: 'Theirs' },
    { field: 'attributes.x', mine: 'm', theirs: 't' },
  ]);
  expect(mergeOf(mine, theirs, ['attributes.x']).merged).toMatchObject({
    description: 'Mine',
    attributes: { x: 't' },
  });
});

const entity = fc.record({
  description: fc.constantFrom('Old', 'x', 'y'),
  names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  rows: fc.array(fc.record({ p: fc.integer({ min: 0, max: 1 }) }), { maxLength: 2 }),
});

it('returns their version without own changes, and the own version without theirs', () => {
  fc.assert(
    fc.property(entity, entity, (before, after) => {
      const versions = { original: before, unchanged: before };
      expect(merge({ ...versions, mine: before, theirs: after })).toEqual({
        merged: after,
        collisions: [],
      });
      expect(merge({ ...versions, mine: after, theirs: before })).toEqual({
        merged: after,
        collisions: [],
      });
    })
  );
});
