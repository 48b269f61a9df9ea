import { parseQueryParams, stringifyQueryParams } from './query_params';

it('parses a query with and without its question mark', () => {
  for (const search of ['?a=1&b=x%20y+z&a=2&flag', 'a=1&b=x%20y+z&a=2&flag']) {
    const query = parseQueryParams(search);
    expect([query.get('a'), query.getAll('a'), query.get('b')]).toEqual(['1', ['1', '2'], 'x y z']);
    expect([query.has('flag'), query.get('flag')]).toEqual([true, '']);
  }
  const none = parseQueryParams('');
  expect([none.get('a'), none.getAll('a'), none.has('a')]).toEqual([null, [], false]);
  expect(parseQueryParams('?a=1').has('constructor')).toBe(false);
});

it('parses the first thousand parameters', () => {
  const before = (count: number) => 'a=1&'.repeat(count);
  expect(parseQueryParams(`?${before(999)}last=1`).has('last')).toBe(true);
  expect(parseQueryParams(`?${before(1_000)}last=1`).has('last')).toBe(false);
});

it.each(['%', '%E0%A4%A', 'a%ZZb', '%C3%28'])('parses the invalid escape %j as text', (value) => {
  expect(parseQueryParams(`?a=${value}`).has('a')).toBe(true);
});

it('formats what it parses', () => {
  const search = stringifyQueryParams({
    q: 'a&b=c d',
    none: undefined,
    empty: '',
    role: ['x*', 'ä/ö', '100%'],
  });
  expect(search).not.toMatch(/none|[ä ]/);
  const query = parseQueryParams(search);
  expect([query.get('q'), query.get('empty'), query.has('none')]).toEqual(['a&b=c d', '', false]);
  expect(query.getAll('role')).toEqual(['x*', 'ä/ö', '100%']);
});
