/** Replays recorded requests against unsaved changes, beside their impact. */
import { screen } from '@testing-library/react';
import { openFindings } from '../../../../../test/helpers/findings_app';
import { addTo, CONFIG, formRoutes, role } from '../../../security/public/apps/admin/mocks';
import { lastBody, type Routes } from '../../../security/public/mocks';

jest.setTimeout(30_000);

const NONE = { total: 0, hosts: [], people: [] };
const ROUTES: Routes = {
  ...formRoutes,
  [`GET ${CONFIG}/roles/reader`]: () => ({ ...role({}), etag: '"1"' }),
  'POST /api/v1/access/impact': () => ({
    gains: NONE,
    loses: NONE,
    sees_other: { total: 0, names: [] },
    complete: true,
  }),
};

// @feature roles-users/1
it('replays recorded requests against unsaved changes when asked', async () => {
  let passes = 0;
  const replay = () => ({
    events: 1_500,
    is_partial: false,
    uses: 1_200,
    denied: 3,
    denied_users: 2,
    examples: [{ user: 'ann', action: 'my:own', count: 2, last: 0 }],
    ...(passes++ === 0 && { progress: { done: 1, total: 14 } }),
  });
  const { user, core } = await openFindings(
    '/roles/edit/reader',
    { ...ROUTES, 'POST /api/v1/access/replay': replay },
    { features: { indices: true } }
  );
  addTo(await screen.findByRole('combobox', { name: 'Cluster permissions' }), 'my:own');
  const ask = await screen.findByRole('button', { name: /Replay the requests/ });
  expect(passes).toBe(0);
  await user.click(ask);
  await screen.findByText('1 of 14 days');
  await screen.findByText(
    'Replay: 3 of the 1,200 recorded uses in the last 14 days would be denied, for 2 users.',
    {},
    { timeout: 15_000 }
  );
  expect(screen.getByText('ann: my:own, 2 times')).toBeInTheDocument();
  expect(lastBody(core.http, '/api/v1/access/replay')).toMatchObject({
    changes: { roles: { reader: { cluster_permissions: ['my:own'] } } },
    days: 14,
  });
});
