/** Screens of roles, internal users and the account menu. */
import type { Page } from 'playwright-core';
import { submitCredentials } from '../login';
import { openAccountMenu } from '../shell';
import { heading, type Screen } from './screen';

/** Entries of the demonstration data. */
const ROLE = 'own_region_orders';
const USER = 'amara.okafor';

const visitor = 'administrator';

async function leaveHalfARole(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('half_a_role');
  // Narrow windows hide the side navigation; there the breadcrumb has the same link.
  await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
  await page.getByRole('region', { name: 'Unsaved changes on other pages' }).waitFor();
  // Until the list is rendered, the form is only hidden and would reappear unchanged.
  await page.getByRole('table').waitFor();
}

/** Selects two rows of the demonstration data and runs a bulk action. */
async function chooseTwo(page: Page, act: string): Promise<void> {
  await firstRow(page);
  const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await rows.nth(1).check();
  await rows.nth(2).check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

export const ANONYMOUS_SCREENS: readonly Screen[] = [
  {
    name: 'login',
    visitor: 'nobody',
    path: '/app/login',
    complete: (page) => page.getByLabel('Username').waitFor(),
  },
  {
    name: 'login, refused',
    visitor: 'nobody',
    path: '/app/login',
    expectedProblems: /401/,
    complete: async (page) => {
      await submitCredentials(page, 'nobody.at.all', 'wrong');
      await page.getByText('Invalid username or password, please try again').waitFor();
    },
  },
  {
    name: 'login, left empty',
    visitor: 'nobody',
    path: '/app/login',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'security error',
    visitor: 'nobody',
    path: '/app/customerror',
    complete: heading('Something went wrong'),
  },
  {
    name: 'missing role',
    visitor: 'nobody',
    path: '/missing-role',
    complete: heading('Missing Role'),
  },
];

const firstRow = (page: Page): Promise<void> =>
  page.getByRole('table').getByRole('link').first().waitFor();
const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
};
const askToDelete = async (page: Page, name: string): Promise<void> => {
  await choose(page, name);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog', { name: /^Delete .*\?$/ }).waitFor();
};
const refuseForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText(/needs? attention$/).waitFor();
};
const form = (name: string) => (page: Page) => page.getByRole('form', { name }).waitFor();

export const ROLE_SCREENS: readonly Screen[] = [
  { name: 'roles', visitor, path: '/app/security/roles', complete: firstRow },
  {
    name: 'roles, nothing found',
    visitor,
    path: '/app/security/roles?q=there-is-no-such-role',
    complete: (page) => page.getByRole('cell', { name: 'No items found' }).waitFor(),
  },
  {
    name: 'roles, not loaded',
    visitor,
    path: '/app/security/roles',
    failing: /\/api\/v1\/.*roles/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /Retry/ }).waitFor(),
  },
  {
    name: 'roles, filter open',
    visitor,
    path: '/app/security/roles',
    complete: async (page) => {
      await firstRow(page);
      // Narrow windows fold the filters away.
      const folded = page.getByRole('button', { name: /^Filters/ });
      if (await folded.isVisible()) await folded.click();
      // Excludes the column heading of the same name and the buttons that expand a cell.
      const filter = page.getByRole('button', { name: 'Cluster', expanded: false });
      await filter.first().click();
      await page.locator('[data-popover-panel]').waitFor();
    },
  },
  {
    name: 'roles, actions open',
    visitor,
    path: '/app/security/roles?q=all_access',
    complete: async (page) => {
      await firstRow(page);
      await choose(page, 'all_access');
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    },
  },
  {
    name: 'roles, about to be deleted',
    visitor,
    path: `/app/security/roles?q=${ROLE}`,
    complete: (page) => askToDelete(page, ROLE),
  },
  {
    name: 'roles, a user to be mapped to two',
    visitor,
    path: '/app/security/roles',
    complete: async (page) => {
      await chooseTwo(page, 'Map user');
      await page.getByRole('alertdialog', { name: 'Map user to 2 roles' }).waitFor();
    },
  },
  {
    name: 'role, reserved',
    visitor,
    path: '/app/security/roles/view/all_access',
    complete: (page) => page.getByText('This role is reserved').waitFor(),
  },
  {
    name: 'role',
    visitor,
    path: `/app/security/roles/view/${ROLE}`,
    complete: (page) => page.getByText('orders-*').first().waitFor(),
  },
  {
    name: 'role, mapped users',
    visitor,
    path: `/app/security/roles/view/${ROLE}/mapuser`,
    complete: (page) => page.getByRole('cell').first().waitFor(),
  },
  {
    name: 'role, usage',
    visitor,
    path: `/app/security/roles/view/${ROLE}/usage`,
    complete: (page) =>
      page
        .getByText(/Nothing is recorded here|recorded/)
        .first()
        .waitFor(),
  },
  {
    name: 'role, map users',
    visitor,
    path: `/app/security/roles/edit/${ROLE}/mapuser`,
    complete: (page) => page.getByRole('button', { name: 'Map', exact: true }).waitFor(),
  },
  { name: 'role, create', visitor, path: '/app/security/roles/create', complete: form('Role') },
  {
    name: 'role, create with restrictions',
    visitor,
    path: '/app/security/roles/create',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Add index permission' }).click();
      await page.getByRole('button', { name: 'Restrict documents or fields' }).click();
      await page.getByLabel('Document level security').waitFor();
    },
  },
  {
    name: 'role, create with problems',
    visitor,
    path: '/app/security/roles/create',
    complete: refuseForm,
  },
  {
    name: 'role, create with suggestions',
    visitor,
    path: '/app/security/roles/create',
    complete: async (page) => {
      await page.getByRole('combobox', { name: 'Cluster permissions' }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'role, index permissions as a matrix, and what will change',
    visitor,
    path: `/app/security/roles/edit/${ROLE}`,
    complete: async (page) => {
      await page.getByRole('button', { name: 'Matrix' }).click();
      await page
        .getByRole('button', { name: /^delete on .*: None$/ })
        .first()
        .click();
      await page.getByRole('table', { name: 'Impact' }).waitFor();
      await page.getByRole('button', { name: 'Form', exact: true }).waitFor();
    },
  },
  {
    name: 'roles, while the text of a form waits',
    visitor,
    path: '/app/security/roles/create',
    complete: leaveHalfARole,
  },
  {
    name: 'role, come back to with its text',
    visitor,
    path: '/app/security/roles/create',
    complete: async (page) => {
      await leaveHalfARole(page);
      await page
        .getByRole('region', { name: 'Unsaved changes on other pages' })
        .getByRole('link', { name: 'Create Role' })
        .click();
      await page.getByRole('button', { name: 'Discard and start over' }).waitFor();
    },
  },
  {
    name: 'the Security app, its bundle missing',
    visitor,
    path: '/app/security/roles',
    failing: /\/bundles\/security-admin\./,
    expectedProblems: /500|ChunkLoadError|Loading chunk|Refused to execute/,
    complete: (page) => page.getByRole('link', { name: 'Reload page' }).waitFor(),
  },
  {
    name: 'role form, its bundle missing',
    visitor,
    path: '/app/security/roles/create',
    failing: /\/bundles\/security-role_edit_page\./,
    expectedProblems: /500|ChunkLoadError|Loading chunk|Refused to execute|error occurred/,
    complete: (page) => page.getByRole('button', { name: 'Reload page' }).waitFor(),
  },
  {
    name: 'roles, choosing columns',
    visitor,
    path: '/app/security/roles',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Cluster permissions' }).waitFor();
    },
  },
  {
    name: 'roles, menu of a row',
    visitor,
    path: '/app/security/roles',
    complete: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .nth(1)
        .check();
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    },
  },
  {
    name: 'role, edit',
    visitor,
    path: `/app/security/roles/edit/${ROLE}`,
    complete: form('Role'),
  },
  {
    name: 'role, duplicate',
    visitor,
    path: '/app/security/roles/duplicate/all_access',
    complete: form('Role'),
  },
  {
    name: 'role, a copy that nobody has',
    visitor,
    path: `/app/security/roles/view/${ROLE}?copiedFrom=sales_read`,
    complete: async (page) => {
      await page.route(new RegExp(`/rolesmapping/${ROLE}`), (route) =>
        route.fulfill({ status: 204 })
      );
      await page.route(new RegExp(`/search/internalusers.*${ROLE}`), (route) =>
        route.fulfill({ json: { items: [], total: 0, page: 1, per_page: 1 } })
      );
      await page.reload();
      await page.getByRole('link', { name: /internal users? ha(s|ve) sales_read/ }).waitFor();
      await page.getByRole('button', { name: 'Copy mapping from sales_read' }).waitFor();
    },
  },
  {
    name: 'role, create with a new tenant',
    visitor,
    path: '/app/security/roles/create',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Add tenant permission' }).click();
      const box = page.getByRole('combobox', { name: 'Tenant', exact: true });
      await box.fill('marketing');
      await box.press('Enter');
      await page.getByRole('button', { name: 'Create tenant “marketing”' }).waitFor();
    },
  },
  {
    name: 'role, unknown',
    visitor,
    path: '/app/security/roles/view/none_such',
    expectedProblems: /404/,
    complete: heading(/not found/i),
  },
  {
    name: 'security, unknown page',
    visitor,
    path: '/app/security/none/such',
    complete: heading('Page not found'),
  },
];

export const USER_SCREENS: readonly Screen[] = [
  { name: 'internal users', visitor, path: '/app/security/users', complete: firstRow },
  {
    name: 'internal users, about to be given a role',
    visitor,
    path: '/app/security/users',
    complete: async (page) => {
      await chooseTwo(page, 'Give role');
      await page.getByRole('combobox', { name: 'Role' }).waitFor();
    },
  },
  {
    name: 'internal users, side by side',
    visitor,
    path: '/app/security/users',
    complete: async (page) => {
      await chooseTwo(page, 'Compare');
      await page.getByText('Shows only differences.').waitFor();
    },
  },
  {
    name: 'internal users, about to be deleted',
    visitor,
    path: `/app/security/users?q=${USER}`,
    complete: (page) => askToDelete(page, USER),
  },
  {
    name: 'internal user',
    visitor,
    path: `/app/security/users/view/${USER}`,
    complete: (page) => page.getByRole('table').nth(3).waitFor(),
  },
  {
    name: 'internal user, roles',
    visitor,
    path: `/app/security/users/view/${USER}/roles`,
    complete: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'internal user, usage',
    visitor,
    path: `/app/security/users/view/${USER}/usage`,
    complete: (page) =>
      page
        .getByText(/Nothing is recorded here|recorded/)
        .first()
        .waitFor(),
  },
  {
    name: 'internal user, sessions',
    visitor,
    path: '/app/security/users/view/admin/sessions',
    complete: (page) => page.getByText('This session').waitFor(),
  },
  {
    name: 'internal user, API keys',
    visitor,
    path: `/app/security/users/view/${USER}/keys`,
    isEmbeddedOnly: true,
    complete: (page) => page.getByText('No API keys yet').first().waitFor(),
  },
  {
    name: 'API keys',
    visitor,
    path: '/app/security/apiKeys',
    isEmbeddedOnly: true,
    complete: (page) => page.getByRole('table', { name: /API keys/ }).waitFor(),
  },
  {
    name: 'resource sharing, where the backend has none',
    visitor,
    path: '/app/security/resources',
    complete: (page) => page.getByText('Needs OpenSearch 3.3').waitFor(),
  },
  {
    name: 'internal user, about to get roles',
    visitor,
    path: `/app/security/users/view/${USER}/roles`,
    complete: async (page) => {
      await page.getByRole('button', { name: 'Give roles' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'internal user, create with problems',
    visitor,
    path: '/app/security/users/create',
    complete: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('weak');
      await refuseForm(page);
    },
  },
  {
    name: 'internal user, edit',
    visitor,
    path: `/app/security/users/edit/${USER}`,
    complete: form('User'),
  },
  {
    name: 'internal user, duplicate',
    visitor,
    path: '/app/security/users/duplicate/admin',
    complete: form('User'),
  },
  {
    name: 'internal user, unknown',
    visitor,
    path: '/app/security/users/edit/none.such',
    expectedProblems: /404/,
    complete: heading(/not found/i),
  },
];

const ASKED = `user=${USER}&action=indices%3Adata%2Fread%2Fsearch&index=orders-2024`;

export const EXPLORER_SCREENS: readonly Screen[] = [
  {
    name: 'access matrix, users by indices',
    visitor,
    path: '/app/security/explorer/matrix?index=logs-2026&index=payroll&index=sales-orders',
    complete: (page) =>
      page
        .getByRole('link', { name: /payroll\. Show details$/ })
        .first()
        .waitFor(),
  },
  {
    name: 'access matrix, roles by actions',
    visitor,
    path: `/app/security/explorer/matrix?of=roles&${new URLSearchParams(
      ['get', 'search', 'mget', 'msearch', 'scroll', 'tv', 'explain', 'field_caps', 'x'].map(
        (action) => ['action', `indices:data/read/${action}`]
      )
    )}`,
    complete: (page) => page.getByRole('button', { name: 'Next columns' }).waitFor(),
  },
  {
    name: 'access explorer',
    visitor,
    path: '/app/security/explorer',
    complete: form('Check access'),
  },
  {
    name: 'access explorer, left empty',
    visitor,
    path: '/app/security/explorer',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Check access' }).click();
      await page.getByText('Enter a user, role or backend role.').waitFor();
    },
  },
  {
    name: 'access explorer, reading an error',
    visitor,
    path: '/app/security/explorer',
    complete: async (page) => {
      await page.getByRole('button', { name: 'Paste an error message' }).click();
      await page.getByRole('textbox', { name: 'Error message' }).fill('something else');
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      await page.getByText('Paste the whole message').waitFor();
    },
  },
  {
    name: 'access explorer, answered',
    visitor,
    path: `/app/security/explorer?${ASKED}`,
    complete: (page) => page.getByRole('heading', { name: /^Roles \(/ }).waitFor(),
  },
  {
    name: 'access explorer, denied',
    visitor,
    path: `/app/security/explorer?user=${USER}&action=indices%3Aadmin%2Fdelete&index=payroll`,
    complete: (page) => page.getByRole('list', { name: 'Path 1' }).waitFor(),
  },
  {
    name: 'access explorer, not answered',
    visitor,
    path: `/app/security/explorer?${ASKED}`,
    failing: /\/access\/explain/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /Retry/ }).waitFor(),
  },
];

/** Opens a dialog of the account menu. */
export const fromAccountMenu = async (page: Page, entry: string, title: RegExp): Promise<void> => {
  await openAccountMenu(page);
  await page.getByRole('button', { name: entry }).click();
  await page.getByRole('dialog', { name: title }).waitFor();
};

/** The shell handles keyboard shortcuts from this moment on. */
const loggedIn = (page: Page) => page.locator('[data-test-subj="account-popover"]').waitFor();

export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'command palette',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await loggedIn(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Search pages/ }).fill(USER);
      await page.getByRole('option').filter({ hasText: USER }).first().waitFor();
    },
  },
  {
    name: 'keyboard shortcuts',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await loggedIn(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'account menu', visitor, path: '/app/home', complete: openAccountMenu },
  {
    name: 'roles and identities',
    visitor,
    path: '/app/home',
    complete: (page) => fromAccountMenu(page, 'View roles and identities', /Roles and identities/),
  },
  {
    name: 'my sessions',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await fromAccountMenu(page, 'My sessions', /My sessions/);
      await page.getByText('This session').waitFor();
    },
  },
  {
    name: 'API keys, a new one',
    visitor,
    path: '/app/home',
    isEmbeddedOnly: true,
    complete: async (page) => {
      await fromAccountMenu(page, 'API keys', /API keys/);
      await page.getByRole('button', { name: 'New API key' }).click();
      await page.getByRole('button', { name: 'Create API key' }).waitFor();
    },
  },
  {
    name: 'API keys, a new one with permissions of its own',
    visitor,
    path: '/app/home',
    isEmbeddedOnly: true,
    complete: async (page) => {
      await fromAccountMenu(page, 'API keys', /API keys/);
      await page.getByRole('button', { name: 'New API key' }).click();
      await page.getByText('Custom').click();
      await page.getByRole('button', { name: 'Add indices' }).click();
      await page.getByRole('button', { name: 'Add tenants' }).click();
      await page.getByRole('combobox', { name: 'Tenants 1' }).waitFor();
    },
  },
  {
    name: 'preferences',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await fromAccountMenu(page, 'Preferences', /Preferences/);
      await page.getByLabel('Theme', { exact: true }).selectOption('Dark');
    },
  },
  {
    name: 'switch tenants, none chosen',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await fromAccountMenu(page, 'Switch tenants', /Select your tenant/);
      await page.getByRole('radio', { name: 'Choose from custom' }).check();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('No target tenant is specified!').waitFor();
    },
  },
  {
    name: 'switch tenants, list open',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await fromAccountMenu(page, 'Switch tenants', /Select your tenant/);
      await page.getByRole('combobox', { name: 'Custom tenant' }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'reset password',
    visitor,
    path: '/app/home',
    complete: async (page) => {
      await fromAccountMenu(page, 'Reset password', /Reset password for/);
      await page.getByLabel('New password', { exact: true }).fill('weak');
      await page.getByLabel('Re-enter new password').fill('other');
    },
  },
];
