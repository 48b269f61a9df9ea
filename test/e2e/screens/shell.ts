/** Steps in the shell around every application: account menu, tenant, navigation. */
import type { Locator, Page } from 'playwright-core';

export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Account menu/ });
}

export async function openAccountMenu(page: Page): Promise<Locator> {
  await accountButton(page).click();
  const menu = page.getByTestId('account-popover-panel');
  await menu.waitFor();
  return menu;
}

export async function logOut(page: Page): Promise<void> {
  const menu = await openAccountMenu(page);
  await menu.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/app/login'));
}

/** Chooses a tenant in the dialog "Select your tenant"; resolves when the page has reloaded into it. */
export async function switchTenant(
  page: Page,
  choice: 'Global' | 'Private' | { readonly custom: string }
): Promise<void> {
  const menu = await openAccountMenu(page);
  await menu.getByRole('button', { name: 'Switch tenants' }).click();
  await chooseTenant(page, choice);
}

/** The dialog is already open, as at the first sign-in. */
export async function chooseTenant(
  page: Page,
  choice: 'Global' | 'Private' | { readonly custom: string }
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Select your tenant' });
  await dialog.waitFor();
  if (typeof choice === 'string') await dialog.getByLabel(choice, { exact: true }).check();
  else {
    await dialog.getByRole('combobox').fill(choice.custom);
    await page.getByRole('option', { name: choice.custom }).click();
  }
  await Promise.all([
    page.waitForEvent('load'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
}

export async function closeTenantDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Select your tenant' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** What a person reads in the header. */
export function tenantBadge(page: Page): Locator {
  return page.getByTestId('current-tenant');
}
