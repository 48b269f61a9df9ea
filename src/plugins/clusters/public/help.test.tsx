/** Help on the pages of the plugin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { addedByClusters, openClusters } from '../../../../test/helpers/clusters_app';

const ROUTES = { 'GET /api/v1/clusters': () => ({ clusters: [] }) };

it.each([
  ['/compare', 'Compare clusters', /only one side has/],
  ['/clusters', 'Clusters', /keeps its own users, roles and history/],
])(
  'of %s links to the documentation and the guide, and has its own texts',
  async (path, title, text) => {
    const { user } = await openClusters(path, ROUTES);
    const [link] = await screen.findAllByText('Learn more');
    expect(link?.closest('a')).toHaveAttribute(
      'href',
      'https://opensearch.org/docs/security/introduction'
    );
    await user.click(screen.getByRole('button', { name: 'Help' }));
    const help = await screen.findByRole('dialog');
    expect(within(help).getByRole('heading', { level: 2, name: title })).toBeInTheDocument();
    expect(await within(help).findByText(text)).toBeInTheDocument();
    const guide = within(help).getByRole('link', { name: /Read the guide/ });
    expect(guide).toHaveAttribute('href', expect.stringContaining('/app/guides/guide/clusters'));
    expect(guide).toHaveAttribute('target', '_blank');
  }
);

it('names sections of the guide that exist', async () => {
  const { addedPages } = await addedByClusters();
  const guides = addedPages.flatMap(({ help }) => help?.guide ?? []);
  expect(guides).toEqual([
    'guide/clusters',
    'guide/clusters#compare-two-clusters-and-promote-a-role',
  ]);
  const text = readFileSync(join(__dirname, '../../../../docs/guide/clusters.md'), 'utf8');
  expect(text).toMatch(/^## Compare two clusters and promote a role$/m);
});
