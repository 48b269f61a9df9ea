import { formatListState, type ListAddress, parseListState } from './list_state';

const ADDRESS: ListAddress = {
  facets: ['users', 'tenants'],
  sortField: 'name',
  sortFields: ['name', 'changed'],
};

it('parses the list state from the URL and formats it back', () => {
  const state = parseListState(
    '?q=a%20b&page=3&size=25&dir=desc&sort=changed&f.users=x&f.users=y%2C%20z&f.tenants=&f.other=1',
    ADDRESS,
    10
  );
  expect(state).toEqual({
    search: 'a b',
    page: 3,
    perPage: 25,
    sortField: 'changed',
    sortOrder: 'desc',
    filters: { users: ['x', 'y, z'] },
  });
  expect(parseListState(formatListState(state, ADDRESS, 10), ADDRESS, 10)).toEqual(state);
});

it('ignores invalid values and omits defaults', () => {
  const state = parseListState('?page=-2&size=7&dir=up&sort=password', ADDRESS, 25);
  expect(state).toMatchObject({ page: 1, perPage: 25, sortField: 'name', sortOrder: 'asc' });
  expect(formatListState(state, ADDRESS, 25)).toBe('');
});

it("uses the names and sort order of the list's own address", () => {
  const address: ListAddress = { ...ADDRESS, facetPrefix: '', sortOrder: 'desc' };
  const state = parseListState('?users=x', address, 10);
  expect(state).toMatchObject({ filters: { users: ['x'] }, sortOrder: 'desc' });
  expect(formatListState({ ...state, sortOrder: 'asc' }, address, 10)).toBe('?dir=asc&users=x');
});
