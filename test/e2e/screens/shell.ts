/** Steps in the shell around every app: account menu, tenant, navigation. */
import type { Locator, Page } from 'playwright-core';

export type TenantChoice = 'Global' | 'Private' | { readonly custom: string };

export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('button', { name: 'View roles and identities' }).waitFor();
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/app/login'));
  await page.getByLabel('Username').waitFor();
}

/**
 * Switches the tenant from the account menu. Resolves when the page has reloaded in the new tenant.
 */
export async function switchTenant(page: Page, choice: TenantChoice): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Switch tenants' }).click();
  await chooseTenant(page, choice);
}

export function tenantDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Select your tenant' });
}

/** Chooses in the open tenant dialog, as after the first login. */
export async function chooseTenant(page: Page, choice: TenantChoice): Promise<void> {
  const dialog = tenantDialog(page);
  await dialog.waitFor();
  if (typeof choice === 'string') await dialog.getByRole('radio', { name: choice }).check();
  else {
    await dialog.getByRole('combobox', { name: 'Custom tenant' }).fill(choice.custom);
    await page.getByRole('option').filter({ hasText: choice.custom }).click();
  }
  await Promise.all([
    page.waitForEvent('load'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
}

export async function closeTenantDialog(page: Page): Promise<void> {
  await tenantDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await tenantDialog(page).waitFor({ state: 'detached' });
  // It would open the tooltip of what was behind the button.
  await page.mouse.move(0, 0);
}

/** The header button that shows the current tenant. */
export function tenantButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Tenant: / });
}

/** Opens the navigation drawer, unless it is open. */
export async function openDrawer(page: Page): Promise<Locator> {
  const toggle = page.getByRole('button', { name: 'Toggle primary navigation' });
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  const drawer = page.getByRole('navigation', { name: 'Primary' });
  await drawer.waitFor();
  return drawer;
}

/** The toast with this title. */
export function toast(page: Page, title: string): Locator {
  return page
    .getByRole('log', { name: 'Notification message list' })
    .locator('.euiToast')
    .filter({ hasText: title });
}
