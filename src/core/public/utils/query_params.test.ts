import { parseQueryParams } from './query_params';

it('reads a query with and without its question mark', () => {
  for (const search of ['?a=1&b=x%20y&a=2', 'a=1&b=x%20y&a=2'])
    expect([...parseQueryParams(search)]).toEqual([
      ['a', '1'],
      ['b', 'x y'],
      ['a', '2'],
    ]);
  expect([...parseQueryParams('')]).toEqual([]);
});

it('reads the first thousand parameters', () => {
  const before = (count: number) => 'a=1&'.repeat(count);
  expect(parseQueryParams(`?${before(999)}last=1`).has('last')).toBe(true);
  expect(parseQueryParams(`?${before(1_000)}last=1`).has('last')).toBe(false);
});
