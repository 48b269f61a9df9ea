/** The example plugin, and one that `npm run plugin:create` has just written, in Chromium. */
import type { Browser } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { ensurePluginBuild, NEW_PLUGIN } from '../helpers/plugin_build';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { fillNote, openFromNavigation } from './screens/field_notes';
import { login } from './screens/login';
import { closeTenantDialog, tenantDialog } from './screens/shell';

jest.setTimeout(420_000);

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const { buildDir, pluginPaths } = await ensurePluginBuild();
  [server, browser] = await Promise.all([
    startServer({ buildDir, args: [`--plugins.paths=${pluginPaths.join(',')}`] }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function loggedIn(): Promise<Profile> {
  const profile = await openProfile(browser, server.url);
  await login(profile.page, ADMIN);
  await tenantDialog(profile.page).waitFor();
  await closeTenantDialog(profile.page);
  return profile;
}

it('opens the example from the navigation, and keeps notes', async () => {
  const profile = await loggedIn();
  const { page } = profile;
  await openFromNavigation(page, 'Field notes');
  await page.getByText('This tenant has no notes yet').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('heading', { level: 1, name: 'New note' }).waitFor();
  await expectAccessible(page);
  await fillNote(page, { title: 'Heron', text: 'At the pond' });

  // Leaving the app asks; typed text is not lost by a link.
  await page.getByRole('link', { name: 'Print view' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heron' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/app\/field-notes\/note\/.+/);
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('At the pond');

  await page.getByRole('button', { name: 'Templates' }).click();
  const templates = page.getByRole('dialog', { name: 'Begin with a template' });
  await templates.waitFor();
  await expectAccessible(page);
  await templates.getByRole('button', { name: 'Observation' }).click();
  await page.getByRole('heading', { level: 1, name: 'New note' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Observation');

  // Moves inside the app ask nothing.
  await page.getByRole('link', { name: 'Field notes', exact: true }).first().click();
  await page.getByRole('link', { name: 'Heron' }).first().waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog', { name: 'All notes as text' }).getByText('At the pond').waitFor();
  await expectAccessible(page);
  profile.expectClean();
  await profile.close();
});

it('offers a note from every page, and its own page in Management', async () => {
  const profile = await loggedIn();
  const { page } = profile;
  await page.getByRole('button', { name: 'Write a field note' }).click();
  await page.getByRole('heading', { level: 1, name: 'New note' }).waitFor();
  await page.goto('/app/management/field-notes');
  await page.getByText('You write as').waitFor();
  await page.getByText('1 note', { exact: true }).waitFor();
  await expectAccessible(page);
  profile.expectClean();
  await profile.close();
});

it('shows the print view without header, and the welcome page to strangers', async () => {
  const profile = await loggedIn();
  // The print view is mounted in the deprecated way, on purpose.
  profile.allow(/using deprecated mount context/);
  await profile.page.goto('/app/fieldNotesPrint');
  await profile.page.getByText('At the pond').waitFor();
  expect(await profile.page.getByRole('banner').count()).toBe(0);
  await expectAccessible(profile.page);
  profile.expectClean();
  await profile.close();

  const stranger = await openProfile(browser, server.url);
  await stranger.page.goto('/field-notes/welcome');
  await stranger.page.getByRole('heading', { level: 1, name: 'Field notes' }).waitFor();
  await expectAccessible(stranger.page);
  stranger.expectClean();
  await stranger.close();
});

it('opens a plugin made a moment ago from the navigation', async () => {
  const profile = await loggedIn();
  await openFromNavigation(profile.page, NEW_PLUGIN.title);
  await profile.page.getByText('Hello, admin!').waitFor();
  await expectAccessible(profile.page);
  profile.expectClean();
  await profile.close();
});
