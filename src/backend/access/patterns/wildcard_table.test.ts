/** Wildcards are looked up by parts of the value. */
import fc from 'fast-check';
import { matchesWildcard } from './wildcard';
import { WildcardTable } from './wildcard_table';

const text = (units: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...units), maxLength });

it('returns every matching wildcard, after any changes (property)', () => {
  const pattern = text('ab*?', 9).filter((one) => /[*?]/.test(one));
  fc.assert(
    fc.property(
      fc.uniqueArray(pattern),
      fc.array(pattern),
      text('ab', 12),
      (stored, removed, value) => {
        const table = new WildcardTable<string>();
        for (const one of stored) table.set(one, one);
        for (const one of removed) table.delete(one, one);
        const remaining = stored.filter((one) => !removed.includes(one));
        const candidates = table.candidates(value);
        for (const one of remaining) {
          if (matchesWildcard(one, value)) expect(candidates).toContain(one);
        }
        for (const one of candidates) expect(remaining).toContain(one);
      }
    )
  );
});

it.each([
  ['beginnings', (i: number) => `department_finance_team_${i}_*`],
  ['middles', (i: number) => `*_team_${i}_*`],
  ['ends', (i: number) => `*team_${i}_members`],
])('returns few candidates of many wildcards that differ in their %s', (_position, pattern) => {
  const table = new WildcardTable<number>();
  const count = 10_000;
  for (let i = 0; i < count; i++) table.set(pattern(i), i);
  for (const i of [0, 4_711, count - 1]) {
    const candidates = table.candidates(`department_finance_team_${i}_members`);
    expect(candidates).toContain(i);
    expect(candidates.size).toBeLessThan(count / 20);
  }
});
