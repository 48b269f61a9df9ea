/** Tests of the second factors and last logins of users in lists and on the user page. */
import { screen, within } from '@testing-library/react';
import { callsOf, searchResponse } from '../../../mocks';
import { button, CONFIG, openAdmin, SEARCH_USERS } from '../mocks';

jest.setTimeout(30_000);

const FACTORS = '/api/v1/factors';
const ENTITY = { reserved: false, hidden: false, backend_roles: [], attributes: {} };
const ROUTES = {
  [SEARCH_USERS]: () =>
    searchResponse(['jane', 'joe'].map((name) => ({ name, version: '1', entity: ENTITY }))),
  [`POST ${FACTORS}`]: () => ({
    users: [{ name: 'joe', kinds: ['totp', 'passkey'], mustChangePassword: false }],
  }),
  'POST /api/v1/sessions': () => ({ last_logins: { joe: Date.UTC(2025, 2, 4, 12) } }),
};
const factorRequests = (core: Awaited<ReturnType<typeof openAdmin>>['core']) =>
  callsOf(core.http.post).filter(([path]) => path === FACTORS);

it('user list requests the factors of all rows together, and only if the column is shown', async () => {
  const { core, user } = await openAdmin('/users', ROUTES);
  await screen.findByRole('link', { name: 'joe' });
  expect(factorRequests(core)).toEqual([]);
  await user.click(button('Columns'));
  await user.click(await screen.findByRole('checkbox', { name: 'Two-factor' }));
  const row = screen.getByRole('row', { name: /joe/ });
  expect(await within(row).findByText('Passkey, Authenticator app')).toBeInTheDocument();
  expect(factorRequests(core).map(([, { body }]) => body)).toEqual([
    JSON.stringify({ names: ['jane', 'joe'] }),
  ]);
});

it('user list requests the last logins of all rows together', async () => {
  const { core } = await openAdmin('/users', ROUTES);
  const joe = await screen.findByRole('row', { name: /joe/ });
  expect(await within(joe).findByText(/Mar 4, 2025/)).toBeInTheDocument();
  const requests = callsOf(core.http.post).filter(([path]) => path === '/api/v1/sessions');
  expect(requests.map(([, { body }]) => body)).toEqual([
    JSON.stringify({ names: ['jane', 'joe'] }),
  ]);
});

it('user page shows the factors beside the name', async () => {
  await openAdmin('/users/view/joe', {
    ...ROUTES,
    [`GET ${CONFIG}/internalusers/joe`]: () => ({ etag: '"1"', ...ENTITY }),
    'GET /api/v1/access/effective': () => ({
      user: { name: 'joe', exists: true, backend_roles: [], attribute_names: [], roles: [] },
      roles: [],
      tenants: {},
      api: { has_api_access: false, disabled_endpoints: {} },
      truncated: [],
    }),
  });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(await within(heading).findByText('Passkey')).toBeInTheDocument();
});

it('factors are not requested from a backend without them', async () => {
  const { core, user } = await openAdmin('/users', ROUTES, { features: { secondFactors: false } });
  await user.click(button('Columns'));
  await screen.findByRole('checkbox', { name: 'Backend roles' });
  expect(screen.queryByRole('checkbox', { name: 'Two-factor' })).toBeNull();
  expect(factorRequests(core)).toEqual([]);
});
