/** A pattern that cannot match by its beginning does not match. */
import { SeededRandom } from '../../../../tools/lib/random';
import { compileCover, compilePattern } from '../patterns/pattern';
import type { IndexTarget } from '../evaluation/index_targets';
import { isPossible } from './index_match';

it('leaves out no pattern that matches or covers a target', () => {
  const random = new SeededRandom(1);
  const text = (characters: string) =>
    Array.from({ length: 1 + random.below(5) }, () => random.pick([...characters])).join('');
  let [left, matching] = [0, 0];
  for (let n = 0; n < 20_000; n++) {
    const pattern = random.oneIn(8) ? `/${text('ab.*')}/` : text('ab*?/');
    const isExpression = random.oneIn(2);
    const name = text(isExpression ? 'ab*?' : 'ab');
    const target: IndexTarget = { name, ...(isExpression && { kind: 'expression' }) };
    const isMatch = (isExpression ? compileCover : compilePattern)(pattern)(name);
    if (isMatch) matching++;
    if (isPossible(pattern, target)) continue;
    left++;
    expect([pattern, name, isMatch]).toEqual([pattern, name, false]);
  }
  expect(Math.min(left, matching)).toBeGreaterThan(500);
});

it.each(['<logs-{now/d}>', '${user.name}-*', 'x${attr.internal.a}', '/lo.*/', 'logs-1'])(
  'leaves %s to be looked at',
  (pattern) => {
    expect(isPossible(pattern, { name: 'x', otherNames: ['logs-1'] })).toBe(true);
  }
);
