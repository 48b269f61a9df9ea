/** Screens of audit events, change history, export and import. */
import type { Page } from 'playwright-core';
import { CHANGE_REQUEST } from '../stage';
import { heading, type Screen } from './screen';

const visitor = 'administrator';
const firstRow = (page: Page) =>
  page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().waitFor();

const firstEvent = (page: Page) =>
  page
    .getByRole('button', { name: /^Show details of/ })
    .first()
    .waitFor();

/** One of two texts: with and without what only the demonstration has. */
const shown = (page: Page, without: string, inDemonstration: string) =>
  page
    .getByText(without)
    .or(page.getByText(inDemonstration, { exact: true }))
    .first()
    .waitFor();

export const RECORD_SCREENS: readonly Screen[] = [
  {
    name: 'configuration as files',
    visitor,
    path: '/app/security/configuration',
    complete: (page) => page.getByRole('form', { name: 'Export' }).waitFor(),
  },
  {
    name: 'configuration as files, not exported',
    visitor,
    path: '/app/security/configuration',
    failing: /api\/v1\/configuration_files\/roles/,
    expectedProblems: /500/,
    complete: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByText('Nothing was exported.').waitFor();
    },
  },
  {
    name: 'configuration as files, what an import would change',
    visitor,
    path: '/app/security/configuration',
    complete: async (page) => {
      await page
        .getByLabel('Or paste a file')
        .fill('_meta: {type: rolesmapping}\nall_access: {users: [jane]}\nno_such: {users: [x]}\n');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByRole('button', { name: 'Fields of all_access' }).click();
      await page.getByText('gained by jane').waitFor();
    },
  },
  {
    name: 'configuration as files, not readable',
    visitor,
    path: '/app/security/configuration',
    complete: async (page) => {
      await page.getByLabel('Or paste a file').fill('a: {}');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByText("Couldn't create the plan.").waitFor();
    },
  },
  {
    name: 'comparison',
    visitor,
    path: '/app/security/compare',
    complete: (page) => shown(page, 'No other cluster is connected.', 'forecast_preview'),
  },
  {
    name: 'clusters',
    visitor,
    path: '/app/security/clusters',
    complete: (page) => shown(page, 'Add a cluster to manage it here', 'Connected'),
  },
  {
    name: 'cluster form with problems',
    visitor,
    path: '/app/security/clusters/create',
    complete: async (page) => {
      await page.getByRole('button', { name: /^More settings/ }).click();
      await page.getByLabel('Requests use').selectOption('service');
      await page.getByRole('button', { name: 'Add cluster' }).click();
      await page.getByRole('alert').getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'cluster, unknown',
    visitor,
    path: '/app/security/clusters/edit/none',
    expectedProblems: /404/,
    complete: heading(/not found/i),
  },
  {
    name: 'findings',
    visitor,
    path: '/app/security/findings',
    complete: (page) =>
      page
        .getByRole('row', { name: /\b(High|Medium|Low)\b/ })
        .first()
        .waitFor(),
  },
  {
    name: 'findings that cannot be read',
    visitor,
    path: '/app/security/findings',
    failing: /api\/v1\/findings/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /Try again|Retry/ }).waitFor(),
  },
  {
    name: 'finding, gone',
    visitor,
    path: '/app/security/findings/view/none',
    complete: (page) => page.getByText('Nothing to fix here').waitFor(),
  },
  {
    name: 'alarms, no destinations yet',
    visitor,
    path: '/app/security/findings/alarms',
    complete: (page) => page.getByText(/^No destinations yet/).waitFor(),
  },
  {
    name: 'change requests',
    visitor,
    path: '/app/security/changeRequests',
    complete: (page) => page.getByRole('row', { name: CHANGE_REQUEST }).waitFor(),
  },
  {
    name: 'change requests that cannot be read',
    visitor,
    path: '/app/security/changeRequests',
    failing: /api\/v1\/change_requests/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /Try again|Retry/ }).waitFor(),
  },
  {
    name: 'change request',
    visitor,
    path: '/app/security/changeRequests',
    complete: async (page) => {
      await page.getByRole('link', { name: CHANGE_REQUEST }).click();
      await page.getByRole('row', { name: /Role night_shift.*New/ }).waitFor();
      await page.getByText(/^Nothing is changed yet/).waitFor();
    },
  },
  {
    name: 'change request, to be withdrawn',
    visitor,
    path: '/app/security/changeRequests',
    complete: async (page) => {
      await page.getByRole('link', { name: CHANGE_REQUEST }).click();
      await page.getByRole('button', { name: 'Withdraw…' }).click();
      await page.getByLabel('Comment (optional)').waitFor();
    },
  },
  {
    name: 'change request, unknown',
    visitor,
    path: '/app/security/changeRequests/view/none',
    expectedProblems: /404/,
    complete: (page) => page.getByText('Change request not found').first().waitFor(),
  },
  {
    name: 'change request, made in a form',
    visitor,
    path: '/app/security/tenants/create',
    complete: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('night_shift');
      await page.getByRole('button', { name: 'Request approval…' }).click();
      await page.getByLabel('Title').waitFor();
    },
  },
  {
    name: 'drift',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/drift',
    complete: (page) =>
      page
        .getByRole('row', { name: /operations.*Differs/ })
        .first()
        .waitFor(),
  },
  {
    name: 'drift, an entry field by field',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/drift',
    complete: async (page) => {
      await page.getByRole('button', { name: 'operations' }).click();
      await page.getByRole('dialog').getByText('On call').waitFor();
    },
  },
  {
    name: 'drift, the review before it is put back',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/drift',
    complete: async (page) => {
      await page.getByRole('checkbox', { name: 'Select Tenant operations' }).check();
      await page.getByRole('button', { name: 'Put back' }).click();
      await page.getByRole('row', { name: /Tenant operations.*Changed/ }).waitFor();
    },
  },
  {
    name: 'drift that cannot be read',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/drift',
    failing: /api\/v1\/drift/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /Try again|Retry/ }).waitFor(),
  },
  {
    name: 'guardrails',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/guardrails',
    complete: (page) => page.getByText('payroll-stays-with-hr').waitFor(),
  },
  {
    name: 'guardrail form with problems',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/guardrails/create',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Add guardrail' }).click();
      await page.getByRole('alert').getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'guardrail, unknown',
    visitor,
    isEmbeddedOnly: true,
    path: '/app/security/guardrails/edit/none',
    complete: (page) => page.getByText('Guardrail not found').waitFor(),
  },
  {
    name: 'audit events',
    visitor,
    path: '/app/security/auditEvents',
    complete: async (page) => {
      await firstEvent(page);
      await page.getByRole('img', { name: /Events over time/ }).waitFor();
    },
  },
  {
    name: 'audit events, nothing found',
    visitor,
    path: '/app/security/auditEvents?q=there+is+no+such+event&f.period=custom',
    complete: (page) => page.getByRole('button', { name: 'Clear search and filters' }).waitFor(),
  },
  {
    name: 'audit events that cannot be read',
    visitor,
    path: '/app/security/auditEvents',
    failing: /api\/v1\/audit\/events/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /again|Retry/ }).waitFor(),
  },
  {
    name: 'audit event',
    visitor,
    path: '/app/security/auditEvents?f.category=COMPLIANCE_INTERNAL_CONFIG_WRITE',
    complete: async (page) => {
      await page
        .getByRole('button', { name: /^Show details of/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Show this change in the history' }).waitFor();
    },
  },
  {
    name: 'change history',
    visitor,
    path: '/app/security/history',
    complete: firstRow,
  },
  {
    name: 'change history of a span of time',
    visitor,
    path: '/app/security/history?f.period=custom&f.type=tenants',
    complete: async (page) => {
      await page.getByLabel('From', { exact: true }).waitFor();
      await firstRow(page);
    },
  },
  {
    name: 'change history, nothing found',
    visitor,
    path: '/app/security/history?q=there+is+no+such+change',
    complete: (page) => page.getByRole('button', { name: 'Clear search and filters' }).waitFor(),
  },
  {
    name: 'change history that cannot be read',
    visitor,
    path: '/app/security/history',
    failing: /api\/v1\/history/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /again|Retry/ }).waitFor(),
  },
  {
    name: 'change history of one entity',
    visitor,
    path: '/app/security/history/of/tenants/sales',
    complete: firstRow,
  },
  {
    name: 'history of a role',
    visitor,
    path: '/app/security/roles/view/own_region_orders/history',
    complete: firstRow,
  },
  {
    name: 'history of an internal user',
    visitor,
    path: '/app/security/users/view/amara.okafor/history',
    complete: firstRow,
  },
  {
    name: 'change',
    visitor,
    path: '/app/security/history?f.type=roles',
    complete: async (page) => {
      await firstRow(page);
      await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Changed fields' }).waitFor();
    },
  },
  {
    name: 'change, unknown',
    visitor,
    path: '/app/security/history/view/999999',
    expectedProblems: /404/,
    complete: heading('Change not found'),
  },
  {
    name: 'tenant, filled from the history',
    visitor,
    path: '/app/security/history/of/tenants/sales',
    complete: async (page) => {
      await firstRow(page);
      await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Changed fields' }).waitFor();
      const address = page.url().replace(/history\/view\/(\d+).*/, (_whole, id: string) => {
        return `tenants/edit/sales?restore=${id}&state=after`;
      });
      await page.goto(address);
      await page.getByText('An earlier version is in the form').first().waitFor();
      await page.getByRole('form', { name: 'Tenant' }).waitFor();
    },
  },
];
