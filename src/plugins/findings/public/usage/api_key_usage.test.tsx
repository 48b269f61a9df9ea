/** What an API key was used for. */
import { screen, waitFor, within } from '@testing-library/react';
import { openFindings } from '../../../../../test/helpers/findings_app';
import { button } from '../../../security/public/apps/admin/mocks';
import { lastBody } from '../../../security/public/mocks';

jest.setTimeout(30_000);

const PATH = '/api/v1/api_keys';
const key = (id: string, more: object = {}) => ({
  id,
  user: 'joe',
  name: `key ${id}`,
  roles: null,
  permissions: null,
  isReadOnly: false,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-04-01T00:00:00Z',
  lastUsedAt: '2026-02-01T00:00:00Z',
  status: 'active',
  ...more,
});

// @feature api-keys/5
it('API key list shows what a key was used for, and what it never used', async () => {
  const report = {
    events: 1200,
    changes: 0,
    is_partial: false,
    is_recorded: false,
    records_denied: true,
    period: { from: Date.UTC(2026, 1, 2), to: Date.UTC(2026, 1, 3) },
    used: [{ method: 'GET', endpoint: 'roles', count: 1200, last: Date.UTC(2026, 1, 3) }],
    denied: [{ method: 'PUT', endpoint: 'tenants', count: 2, last: Date.UTC(2026, 1, 3) }],
    permissions: [
      { name: 'restapi:admin/roles', count: 1200, last: Date.UTC(2026, 1, 3) },
      { name: 'restapi:admin/cache', count: 0 },
    ],
  };
  const { core, user } = await openFindings('/apiKeys', {
    [`GET ${PATH}`]: () => ({ total: 1, items: [key('one')] }),
    'POST /api/v1/access/usage': () => report,
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select key one (joe)' }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Usage' }));
  const dialog = await screen.findByRole('dialog', { name: 'Usage of key one (joe)' });
  expect(await within(dialog).findByText(/the key could be read-only/)).toHaveTextContent(
    '1,200 allowed requests were recorded, the first on Feb 2, 2026.'
  );
  expect(within(dialog).getByText(/check that joe is not an ignored user/)).toBeVisible();
  const rows = (name: string) =>
    within(within(dialog).getByRole('table', { name: (text) => text.includes(name) }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows('What was used')).toEqual([['GET roles', '1,200', 'Feb 3, 2026']]);
  expect(rows('Endpoint permissions')).toEqual([
    ['restapi:admin/cache', 'Never', '—'],
    ['restapi:admin/roles', '1,200', 'Feb 3, 2026'],
  ]);
  expect(rows('Denied requests')).toEqual([['PUT tenants', '2', 'Feb 3, 2026']]);
  await user.selectOptions(within(dialog).getByRole('combobox'), '90');
  await waitFor(() =>
    expect(lastBody(core.http, '/api/v1/access/usage')).toEqual({ api_key: 'one', days: 90 })
  );
});
