/** A map with changes equals a copy, also after thousands of them. */
import { SeededRandom } from '../../../tools/lib/random';
import { ChangedMap } from './changed_map';

it('equals a copy after any changes, and names all that differ', () => {
  const random = new SeededRandom(1);
  const name = () => `n${random.below(2_000)}`;
  const copy = new Map(Array.from({ length: 1_000 }, (_, n) => [`n${n}`, n]));
  let map: ReadonlyMap<string, number> = new Map(copy);
  let compared = 0;
  for (let step = 0; step < 1_500; step++) {
    const before = map;
    const then = new Map(copy);
    const changes = new Map<string, number | undefined>();
    for (let count = random.below(4); count > 0; count--)
      changes.set(name(), random.oneIn(3) ? undefined : random.below(1_000_000));
    for (const [one, value] of changes)
      if (value === undefined) copy.delete(one);
      else copy.set(one, value);
    map = ChangedMap.of(map, changes);
    expect(map.size).toBe(copy.size);
    for (const one of [...changes.keys(), name(), name()]) {
      expect([one, map.get(one), map.has(one)]).toEqual([one, copy.get(one), copy.has(one)]);
    }
    const names = ChangedMap.namesBetween(before, map);
    if (!names) continue;
    compared++;
    for (const one of changes.keys())
      if (then.get(one) !== copy.get(one)) expect(names).toContain(one);
  }
  expect(new Map(map)).toEqual(copy);
  expect([...map.keys()].sort()).toEqual([...copy.keys()].sort());
  expect([...map.values()].sort()).toEqual([...copy.values()].sort());
  expect(compared).toBeGreaterThan(1_000);
  // A copy is made now and then.
  expect(compared).toBeLessThan(1_500);
  expect(ChangedMap.namesBetween(new Map(), map)).toBeUndefined();
});
