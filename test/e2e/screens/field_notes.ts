/** Steps in the example plugin, and in the navigation. */
import type { Page } from 'playwright-core';

/** Opens an app by its link in the navigation drawer. */
export async function openFromNavigation(page: Page, app: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Primary' });
  if (!(await navigation.isVisible()))
    await page.getByRole('button', { name: 'Toggle primary navigation' }).click();
  await navigation.getByRole('link', { name: app }).click();
  await page.getByRole('heading', { level: 1, name: app }).waitFor();
}

export async function fillNote(
  page: Page,
  { title, text }: { readonly title: string; readonly text: string }
): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
}
