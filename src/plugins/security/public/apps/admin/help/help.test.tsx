/** Tests of page help: external documentation and built-in texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import type { SecurityConfig } from '../../../../common';
import { fetchError, type Routes, searchResponse } from '../../../mocks';
import { OWN_PAGES } from '../admin_pages';
import { CONFIG, notFound, openAdmin } from '../mocks';

const DOCS = '../../../../../../../docs';

const failed = () => {
  throw fetchError(403, { message: 'No.' });
};
const routes: Routes = {
  [`GET ${CONFIG}/securityconfig`]: failed,
  [`GET ${CONFIG}/audit`]: failed,
  [`GET ${CONFIG}/tenants/gone`]: notFound,
  'GET /api/v1/search/roles': () => searchResponse([]),
  'GET /api/v1/search/internalusers': () => searchResponse([]),
  'GET /api/v1/search/actiongroups': () => searchResponse([]),
  'GET /api/v1/search/tenants': () => searchResponse([]),
  'GET /api/v1/permissions': () => ({ cluster: [], index: [] }),
  'GET /api/v1/audit/events': () => ({ events: [], per_page: 25, total: 0 }),
  'GET /api/v1/clusters': () => ({ clusters: [] }),
  'GET /api/v1/api_keys': () => ({ total: 0, items: [] }),
  'GET /api/v1/history': () => ({ total: 0, page: 1, per_page: 25, items: [] }),
  [`GET ${CONFIG}/actiongroups`]: () => ({ total: 0, data: {} }),
};

it.each([
  ['/getstarted', 'introduction', 'Getting started with security'],
  ['/auth', 'backendConfiguration', 'Authentication and authorization'],
  ['/roles', 'usersAndRoles', 'Roles'],
  ['/users', 'usersAndRoles', 'Users'],
  ['/users/create', 'usersAndRoles', 'Users'],
  ['/permissions', 'permissions', 'Permissions and action groups'],
  ['/tenants', 'multiTenancy', 'Tenants'],
  ['/tenants/edit/gone', 'multiTenancy', 'Tenants'],
  ['/auditLogging', 'auditLogs', 'Audit logging'],
  ['/auditEvents', 'auditLogs', 'Audit events'],
  ['/configuration', 'usersAndRoles', 'Export and import'],
  ['/history', 'auditLogs', 'Change history'],
  ['/apiKeys', 'usersAndRoles', 'API keys'],
  ['/explorer', 'usersAndRoles', 'Access explorer'],
  ['/auditLogging/edit/generalSettings', 'auditLogs', 'Audit logging'],
])('%s links to the documentation as "Learn more" and offers its own help', async (...page) => {
  const [path, key, title] = page;
  const { user } = await openAdmin(path, routes);
  const [link] = await screen.findAllByText('Learn more');
  expect(link?.closest('a')).toHaveAttribute('href', `https://opensearch.org/docs/security/${key}`);
  expect(link?.closest('a')).toHaveAttribute('target', '_blank');
  await user.click(screen.getByRole('button', { name: 'Help' }));
  const help = await screen.findByRole('dialog');
  expect(within(help).getByRole('heading', { level: 2, name: title })).toBeInTheDocument();
  await waitFor(() =>
    expect(within(help).getAllByText(/\w+ \w+ \w+/, { selector: 'p' }).length).toBeGreaterThan(1)
  );
});

it('help links to the guide about the subject, beside the page', async () => {
  const { user } = await openAdmin('/explorer', routes);
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  const link = await screen.findByRole('link', { name: /Read the guide/ });
  expect(link).toHaveAttribute('href', expect.stringMatching(/\/app\/guides\/guide\/explain$/));
  expect(link).toHaveAttribute('target', '_blank');
});

it.each(OWN_PAGES.flatMap(({ help }) => help?.guide ?? []))('the guide %s exists', (guide) => {
  const [name = '', section] = guide.split('#');
  const text = readFileSync(join(__dirname, DOCS, `${name}.md`), 'utf8');
  const sections = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  );
  expect([undefined, ...sections]).toContain(section);
});

it('authentication page offers help without domains', async () => {
  const empty = { config: { dynamic: { authc: {}, authz: {} } } } as unknown as SecurityConfig;
  await openAdmin('/auth', {
    'GET /api/v1/factor_requirement': () => ({ roles: [], configured: [] }),
    [`GET ${CONFIG}/securityconfig`]: () => ({ total: 1, data: empty }),
  });
  expect(await screen.findByText('Learn more')).toBeInTheDocument();
});

it('tenants page offers help without multitenancy', async () => {
  await openAdmin('/tenants', routes, { config: { multitenancy: { enabled: false } } });
  expect(await screen.findByText('Learn more')).toBeInTheDocument();
});
