/** Screens of permissions, tenants, authentication and audit logging. */
import type { Page } from 'playwright-core';
import { heading, type Screen } from './screen';

const visitor = 'administrator';
const row = (name: string) => (page: Page) =>
  page.getByRole('row').filter({ hasText: name }).first().waitFor();
const form = (name: string) => (page: Page) => page.getByRole('form', { name }).waitFor();
const refused = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^(Create|Save)$/ }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
};

export const CONFIGURATION_SCREENS: readonly Screen[] = [
  {
    name: 'get started',
    visitor,
    path: '/app/security/getstarted',
    complete: heading('Get started'),
  },
  {
    name: 'permissions',
    visitor,
    path: '/app/security/permissions',
    complete: (page) => page.getByRole('rowheader').first().waitFor(),
  },
  {
    name: 'permissions, single ones found',
    visitor,
    path: '/app/security/permissions?q=snapshot%2Frestore&f.kind=single',
    complete: row('cluster:admin/snapshot/restore'),
  },
  {
    name: 'action group',
    visitor,
    path: '/app/security/permissions/view/manage_snapshots',
    complete: heading('manage_snapshots'),
  },
  {
    name: 'action group, unknown',
    visitor,
    path: '/app/security/permissions/view/none_such',
    complete: heading(/not found/i),
  },
  {
    name: 'action group, create from a selection',
    visitor,
    path: '/app/security/permissions/create?permissions=indices%3Adata%2Fread%2Fget&permissions=read',
    complete: form('Action group'),
  },
  {
    name: 'action group, create with problems',
    visitor,
    path: '/app/security/permissions/create',
    complete: async (page) => {
      await form('Action group')(page);
      await refused(page);
    },
  },
  {
    name: 'action group, duplicate',
    visitor,
    path: '/app/security/permissions/duplicate/read',
    complete: form('Action group'),
  },
  { name: 'tenants', visitor, path: '/app/security/tenants', complete: row('Private') },
  {
    name: 'tenants, configure',
    visitor,
    path: '/app/security/tenants/configure',
    complete: (page) => page.getByLabel('Default tenant').waitFor(),
  },
  {
    name: 'tenant, create with problems',
    visitor,
    path: '/app/security/tenants/create',
    complete: async (page) => {
      await form('Tenant')(page);
      await refused(page);
    },
  },
  {
    name: 'tenant, edit',
    visitor,
    path: '/app/security/tenants/edit/sales',
    complete: form('Tenant'),
  },
  {
    name: 'authentication',
    visitor,
    path: '/app/security/auth',
    complete: row('basic_internal_auth_domain'),
  },
  {
    name: 'authentication domain, new',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/auth/create',
    complete: form('Add authentication domain'),
  },
  {
    name: 'authentication domain, refused',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/auth/create',
    complete: async (page) => {
      await form('Add authentication domain')(page);
      await refused(page);
    },
  },
  {
    name: 'authentication domain, edit',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/auth/edit/basic_internal_auth_domain',
    complete: form('Edit authentication domain basic_internal_auth_domain'),
  },
  {
    name: 'OpenID Connect, setup',
    visitor,
    path: '/app/security/auth/setup/openid',
    complete: (page) => page.getByText('There is no domain of type openid.').waitFor(),
  },
  {
    name: 'SAML, setup',
    visitor,
    path: '/app/security/auth/setup/saml',
    complete: (page) => page.getByText('There is no domain of type saml.').waitFor(),
  },
  {
    name: 'connections',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/auth/connections',
    complete: form('Connection settings'),
  },
  {
    name: 'login, tested',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/auth/try',
    complete: async (page) => {
      await page.getByLabel('Log in with').selectOption('token');
      await page.getByLabel('Token', { exact: true }).fill('not.a.token');
      await page.getByRole('button', { name: 'Test login' }).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'audit logging',
    visitor,
    path: '/app/security/auditLogging',
    complete: (page) => page.getByRole('heading', { name: 'General settings' }).waitFor(),
  },
  {
    name: 'audit logging, general settings',
    visitor,
    path: '/app/security/auditLogging/edit/generalSettings',
    complete: form('General settings'),
  },
  {
    name: 'audit logging, compliance settings with problems',
    visitor,
    path: '/app/security/auditLogging/edit/complianceSettings',
    complete: async (page) => {
      await page.getByLabel('compliance:read_watched_fields').fill('{"logs-*": 1}');
      await refused(page);
    },
  },
  {
    name: 'audit logging that cannot be read',
    visitor,
    path: '/app/security/auditLogging',
    failing: /configuration\/audit$/,
    expectedProblems: /500|Internal Server Error/,
    complete: (page) =>
      page.getByText('Sorry, there was an error fetching audit configuration.').waitFor(),
  },
];
