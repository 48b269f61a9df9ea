/** Steps on the login page. */
import type { Page } from 'playwright-core';

/** Opens the login page and logs in. Resolves when the next app is shown. */
export async function login(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string }
): Promise<void> {
  await page.goto('/app/login');
  await submitCredentials(page, username, password);
  await page.waitForURL((url) => !url.pathname.endsWith('/app/login'));
}

export async function submitCredentials(
  page: Page,
  username: string,
  password: string
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}
