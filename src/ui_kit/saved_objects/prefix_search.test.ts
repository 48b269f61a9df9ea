import { toPrefixSearch } from './prefix_search';

it.each([
  ['', ''],
  ['  ', ''],
  ['mon clo', 'mon* clo*'],
  ['sales-orders-*', 'sales* orders*'],
  ['"a" | (b)', 'a* b*'],
])('searches for words that begin as typed: %j', (typed, expected) => {
  expect(toPrefixSearch(typed)).toBe(expected);
});
