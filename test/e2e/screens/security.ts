/** Steps in the Security app: roles and internal users. */
import type { Locator, Page } from 'playwright-core';

/** Types values into a combo box that accepts free text, and confirms each with Enter. */
async function enterValues(box: Locator, values: readonly string[]): Promise<void> {
  for (const value of values) {
    await box.fill(value);
    await box.press('Enter');
  }
  await box.press('Escape');
}

/** Chooses a suggestion of a combo box that accepts only known values. */
async function chooseValue(page: Page, box: Locator, value: string): Promise<void> {
  await box.fill(value);
  // The option marks the matching letters, which changes its accessible name.
  await page.getByRole('option').filter({ hasText: value }).first().click();
  await box.press('Escape');
}

export interface NewRole {
  readonly name: string;
  readonly clusterPermissions: readonly string[];
  readonly indexPatterns: readonly string[];
  readonly indexPermissions: readonly string[];
  /** One permission row for each tenant. */
  readonly tenants: ReadonlyArray<{
    readonly name: string;
    readonly type: 'Read only' | 'Read and Write';
  }>;
}

/** Creates a role from the list of roles. Resolves on the page of the new role. */
export async function createRole(page: Page, role: NewRole): Promise<void> {
  await page.getByRole('link', { name: 'Create role' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create Role' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill(role.name);
  await enterValues(
    page.getByRole('combobox', { name: 'Cluster permissions' }),
    role.clusterPermissions
  );
  if (role.indexPatterns.length > 0)
    await page.getByRole('button', { name: 'Add index permission' }).click();
  await enterValues(page.getByRole('combobox', { name: 'Index', exact: true }), role.indexPatterns);
  await enterValues(
    page.getByRole('combobox', { name: 'Index permissions' }),
    role.indexPermissions
  );
  for (const [index, tenant] of role.tenants.entries()) {
    await page.getByRole('button', { name: 'Add tenant permission' }).click();
    await enterValues(page.getByRole('combobox', { name: 'Tenant', exact: true }).nth(index), [
      tenant.name,
    ]);
    await page.getByLabel('Read/write permission').nth(index).selectOption({ label: tenant.type });
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: role.name }).waitFor();
}

export interface NewUser {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly string[];
}

/** Creates a user from the list of internal users. Resolves on the list. */
export async function createUser(page: Page, user: NewUser): Promise<void> {
  await page.getByRole('link', { name: 'Create user' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create user' }).waitFor();
  await page.getByLabel('Username').fill(user.name);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByLabel('Re-enter password').fill(user.password);
  for (const role of user.roles) {
    await chooseValue(page, page.getByRole('combobox', { name: 'Direct roles' }), role);
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
}

/** The table row whose first link has this name. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}
