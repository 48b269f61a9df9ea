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

it('takes each change that only one of the two made', () => {
  const { merged, collisions } = mergeOf(
    { ...unchanged, description: 'Mine' },
    { ...original, rows: [{ p: 2 }], fresh: true }
  );
  expect(collisions).toEqual([]);
  expect(merged).toEqual({ ...unchanged, description: 'Mine', rows: [{ p: 2 }], fresh: true });
});

it('lets one take a field away that the other left alone', () => {
  const { description: _mine, ...withoutDescription } = unchanged;
  const { rows: _theirs, ...withoutRows } = original;
  const { merged } = mergeOf(withoutDescription, withoutRows);
  expect(merged).toEqual({ names: ['a', 'b'], attributes: { x: '1', y: '2' } });
});

it('adds and removes names for both, and merges maps entry by entry', () => {
  const { merged, collisions } = mergeOf(
    { ...unchanged, names: ['b', 'mine'], attributes: { x: '1', y: 'mine' } },
    { ...original, names: ['a', 'b', 'theirs'], attributes: { x: 'theirs', y: '2', z: '3' } }
  );
  expect(collisions).toEqual([]);
  expect(merged['names']).toEqual(['b', 'theirs', 'mine']);
  expect(merged['attributes']).toEqual({ x: 'theirs', y: 'mine', z: '3' });
});

it('names what both changed otherwise, and takes whose was chosen', () => {
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

it('loses nothing: without a change of mine it is theirs, without one of theirs it is mine', () => {
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
