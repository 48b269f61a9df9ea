import { runToCompletion, sortedInSteps } from './cooperative_task';

const byValue = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);

it.each([0, 1, 2, 255, 256, 257, 511, 513, 1_024, 5_000])(
  'sorts %d entries like the built-in sort, keeping the order of equal ones',
  (count) => {
    const items = Array.from({ length: count }, (_, i) => [(i * 7_919) % 97, i]);
    expect(runToCompletion(sortedInSteps(items, byValue))).toEqual([...items].sort(byValue));
  }
);

it('yields regularly for any order of the entries', () => {
  const items = Array.from({ length: 20_000 }, (_, i) => [20_000 - i]);
  let compared = 0;
  let most = 0;
  const counting = (a: number[], b: number[]) => {
    compared++;
    return byValue(a, b);
  };
  for (const steps = sortedInSteps(items, counting); !steps.next().done; compared = 0)
    most = Math.max(most, compared);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(5_000);
});
