import { toPrefixSearch } from './prefix_search';

it.each([
  ['', ''],
  ['  ', ''],
  ['mon clo', 'mon* clo*'],
  ['sales-orders-*', 'sales* orders*'],
  ['"a" | (b)', 'a* b*'],
])('converts typed words to prefixes: %j', (typed, expected) => {
  expect(toPrefixSearch(typed)).toBe(expected);
});
