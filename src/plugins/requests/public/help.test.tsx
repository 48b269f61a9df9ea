/** Help on the pages of the plugin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { addedByPlugin, openRequests } from '../../../../test/helpers/requests_app';

const ROUTES = {
  'GET /api/v1/drift': () => ({ state: 'in_sync', differences: [], left_out: [] }),
  'GET /api/v1/change_requests': () => ({ items: [] }),
};

it.each([
  ['/changeRequests', 'Change requests', /holds changes that are not saved yet/],
  ['/drift', 'Drift', /reads the files in the folder regularly/],
])('of %s links to the documentation, and has its own texts', async (path, title, text) => {
  const { user } = await openRequests(path, ROUTES, {
    capabilities: { securityDrift: { configured: true } },
  });
  const [link] = await screen.findAllByText('Learn more');
  expect(link?.closest('a')).toHaveAttribute(
    'href',
    'https://opensearch.org/docs/security/usersAndRoles'
  );
  await user.click(screen.getByRole('button', { name: 'Help' }));
  const help = await screen.findByRole('dialog');
  expect(within(help).getByRole('heading', { level: 2, name: title })).toBeInTheDocument();
  expect(await within(help).findByText(text)).toBeInTheDocument();
});

it('names sections of the guide that exist', async () => {
  const { addedPages } = await addedByPlugin();
  const guides = addedPages.flatMap(({ help }) => help?.guide ?? []);
  expect(guides).toEqual(['guide/findings#change-requests', 'guide/findings#drift']);
  const text = readFileSync(join(__dirname, '../../../../docs/guide/findings.md'), 'utf8');
  expect(text).toMatch(/^## Change requests$/m);
  expect(text).toMatch(/^## Drift$/m);
});
