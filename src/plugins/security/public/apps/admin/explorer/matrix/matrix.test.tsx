/** Tests of the access matrix: request, cells and export. */
import { EXPLAIN_LIMITS, type MatrixRequest } from '@sd/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { callsOf, type Routes, searchResponse } from '../../../../mocks';
import { download } from '../../../../services/download';
import { button, combo, formRoutes, lastQuery, openAdmin } from '../../mocks';

jest.mock('../../../../services/download');
jest.setTimeout(60_000);

const MATRIX = '/api/v1/access/matrix';
const SEARCH = 'indices:data/read/search';
const item = (name: string) => ({ name, version: '1', entity: {} });

/** Subjects with an `a` in their name may do everything. */
const routes = (names: readonly string[] = ['jane', 'joe']): Routes => {
  const page = (options: { query?: unknown } | undefined) => {
    const { page: number, per_page: size } = options?.query as Record<string, number>;
    const from = ((number ?? 1) - 1) * (size ?? 1);
    const items = names.slice(from, from + (size ?? 1)).map(item);
    return searchResponse(items, { total: names.length, unfiltered_total: names.length });
  };
  return {
    ...formRoutes,
    'GET /api/v1/suggestions/indices': () => ({ names: [{ name: 'logs-1' }], is_cut: false }),
    'GET /api/v1/search/internalusers': page,
    'GET /api/v1/search/roles': page,
    [`POST ${MATRIX}`]: (options) => {
      const { names: requested, columns } = JSON.parse(String(options?.body)) as MatrixRequest;
      return {
        not_considered: ['evaluation_v4'],
        rows: requested.map((name) => ({
          name,
          exists: true,
          cells: columns.map(() => (name.includes('a') ? 'allowed' : 'denied')),
        })),
      };
    },
  };
};
type Core = Awaited<ReturnType<typeof openAdmin>>['core'];
const matrixRequests = ({ http }: Core) =>
  callsOf(http.post)
    .filter(([path]) => path === MATRIX)
    .map(([, options]) => JSON.parse(String(options['body'])) as MatrixRequest);

it('access matrix heads columns with verbs and short actions', async () => {
  await openAdmin(
    '/explorer/matrix?action=indices:data/read/search&action=indices:data/read/get',
    routes(['joe'])
  );
  expect(await screen.findByRole('columnheader', { name: 'read documents' })).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'read/get' })).toBeInTheDocument();
});

it('access matrix requests users by indices and links cells to their explanation', async () => {
  const { core, user, services } = await openAdmin('/explorer/matrix', routes());
  await screen.findByRole('link', { name: `Allowed: jane, ${SEARCH}. Show details` });
  expect(screen.getByText(/evaluates permissions with “v4”/)).toBeVisible();
  await user.type(combo('Indices'), 'hr-payroll{Enter}');
  const denied = `Denied: joe, ${SEARCH} on hr-payroll. Show details`;
  await screen.findByRole('link', { name: denied });
  expect(matrixRequests(core).at(-1)).toEqual({
    of: 'users',
    names: ['jane', 'joe'],
    columns: [{ action: SEARCH, index: 'hr-payroll' }],
  });
  expect(screen.getByRole('columnheader', { name: 'hr-payroll' })).toBeVisible();
  expect(services.kit.services.history.location.search).toBe('?index=hr-payroll');
  const href = screen.getByRole('link', { name: denied }).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(href.split('?')[1]))).toEqual({
    user: 'joe',
    action: SEARCH,
    index: 'hr-payroll',
  });
});

it('access matrix requests roles on their own and pages the columns', async () => {
  const actions = Array.from({ length: 10 }, (_, i) => `cluster:a/${i}`);
  const query = new URLSearchParams([['of', 'roles'], ...actions.map((one) => ['action', one])]);
  const { core, user } = await openAdmin(`/explorer/matrix?${query}`, routes());
  await screen.findByRole('link', { name: 'Allowed: jane, cluster:a/0. Show details' });
  expect(matrixRequests(core).at(-1)?.columns).toHaveLength(6);
  expect(screen.getByText('Columns 1 to 6 of 10')).toBeVisible();
  expect(button('Previous columns')).toBeDisabled();
  await user.click(button('Next columns'));
  const last = await screen.findByRole('link', { name: 'Denied: joe, cluster:a/9. Show details' });
  expect(matrixRequests(core).at(-1)).toMatchObject({
    of: 'roles',
    columns: [6, 7, 8, 9].map((at) => ({ action: `cluster:a/${at}` })),
  });
  expect(last).toHaveAttribute('href', expect.stringContaining('action=cluster%3Aa%2F9'));
  expect(last).toHaveAttribute('href', expect.stringContaining('role=joe'));
});

it('access matrix searches and pages rows on the server', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `user ${i}`);
  const { core, user } = await openAdmin('/explorer/matrix', routes(names));
  await screen.findByRole('link', { name: 'user 24' });
  expect(screen.queryByRole('link', { name: 'user 25' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Page 2 of 3' }));
  await screen.findByRole('link', { name: 'user 25' });
  expect(matrixRequests(core).at(-1)?.names).toEqual(names.slice(25, 50));
  await user.type(screen.getByRole('searchbox'), 'x');
  await waitFor(() =>
    expect(lastQuery(core.http, '/api/v1/search/internalusers')).toMatchObject({
      search: 'x',
      page: 1,
    })
  );
});

it('access matrix exports all rows and columns in parts without formulas', async () => {
  const names = ['=cmd()', ...Array.from({ length: 250 }, (_, i) => `joe ${i}`)];
  const actions = Array.from({ length: 25 }, (_, i) => `cluster:a/${i}`);
  const query = new URLSearchParams(actions.map((one) => ['action', one]));
  const { core, user } = await openAdmin(`/explorer/matrix?${query}`, routes(names));
  await screen.findByRole('link', { name: 'joe 0' });
  const before = matrixRequests(core).length;
  await user.click(button('Export CSV'));
  await waitFor(() => expect(download).toHaveBeenCalled());
  const [text, name] = jest.mocked(download).mock.calls[0]!;
  const lines = text.split('\r\n');
  expect(name).toBe('access_matrix.csv');
  expect(lines).toHaveLength(1 + 251 + 1);
  expect(lines[0]?.split(',')).toEqual(['name', ...actions]);
  expect(lines[1]).toMatch(/^"'=cmd\(\)",denied,/);
  expect(lines[251]?.split(',')).toHaveLength(26);
  const pieces = matrixRequests(core).slice(before);
  expect(pieces).toHaveLength(4);
  for (const piece of pieces) {
    expect(piece.names.length).toBeLessThanOrEqual(EXPLAIN_LIMITS.matrixRows);
    expect(piece.columns.length).toBeLessThanOrEqual(EXPLAIN_LIMITS.matrixColumns);
  }
});

it('access matrix switches rows and links to the single explanation and back', async () => {
  const { core, user, path } = await openAdmin('/explorer/matrix', routes());
  await screen.findByRole('link', { name: 'jane' });
  await user.click(within(screen.getByRole('group', { name: 'Rows' })).getByText('Roles'));
  await waitFor(() => expect(matrixRequests(core).at(-1)).toMatchObject({ of: 'roles' }));
  await user.click(screen.getByRole('link', { name: 'Check a single action' }));
  expect(path()).toBe('/explorer');
  await user.click(await screen.findByRole('link', { name: 'Access matrix' }));
  expect(path()).toBe('/explorer/matrix');
});
