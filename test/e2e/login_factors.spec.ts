/**
 * Second factors and passkeys in a browser with a virtual authenticator: setup, challenge, login
 * without a password, removal, and the requirement from a date on.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { ADMIN_PASSWORD, startBrowserServer, type BrowserServer } from '../helpers/browser_server';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { oneTimeCode, toStartOfStep } from '../helpers/one_time_codes';
import { addUser } from '../helpers/security_server';
import { shiftClock, type ShiftedClock } from '../helpers/shifted_clock';
import { login, submitCredentials } from './screens/login';
import { logOut, openAccountMenu } from './screens/shell';

jest.setTimeout(240_000);

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' } as const;
const JOHN = { username: 'john', password: 'Copper-Meadow-8-Lantern' } as const;
const LATER = { username: 'admin', password: ADMIN_PASSWORD } as const;

let server: BrowserServer | undefined;
let browser: Browser | undefined;
let clock: ShiftedClock | undefined;
let profile: Profile | undefined;

beforeAll(async () => {
  clock = shiftClock();
  const from = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 19);
  server = await startBrowserServer([
    // Passkeys require a host name, not an IP address.
    '--server.host=localhost',
    '--engine.second_factor.required_roles=["all_access"]',
    `--engine.second_factor.required_from=${from}Z`,
    '--opensearch_security.auth.passkey_login.enabled=true',
  ]);
  for (const { username, password } of [JANE, JOHN])
    await addUser(server, username, password, { opendistro_security_roles: ['own_index'] });
  browser = await launchChromium();
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  clock?.restore();
});

async function visitor(): Promise<Profile> {
  profile = await openProfile(browser as Browser, server?.url ?? '');
  // The browser logs the expected 401 responses to the console.
  profile.allow(/401/);
  return profile;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Two-factor authentication' });
async function openFactors(page: Page) {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Two-factor authentication' }).click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return dialog;
}
async function closeFactors(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Closes this modal window' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}
const isIn = (page: Page) =>
  page.waitForURL((url) => url.pathname.startsWith('/app/') && url.pathname !== '/app/login');
const account = (page: Page) => page.request.get('/api/v1/configuration/account');
const isNobody = async (page: Page) => expect((await account(page)).status()).toBe(401);
async function isLoggedInAs(page: Page, name: string): Promise<void> {
  await isIn(page);
  expect(await (await account(page)).json()).toMatchObject({ data: { user_name: name } });
}
async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}
async function loginHalf(page: Page, who: typeof JANE | typeof JOHN | typeof LATER) {
  await page.goto('/app/login');
  await submitCredentials(page, who.username, who.password);
}

it('sets up an authenticator app, asks for its code, and accepts each recovery code once', async () => {
  const { page, allow, expectClean } = await visitor();
  allow(/400/);
  await login(page, JANE);
  const dialog = await openFactors(page);
  await dialog.getByLabel('Current password').fill(JANE.password);
  await dialog.getByLabel('Name').fill('Phone');
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  const field = dialog.getByLabel('Code from the app');
  await field.waitFor();
  // The dialog shows one field, and it has the focus.
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await dialog.getByRole('textbox').count()).toBe(1);
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectAccessible(page);
  const secret = await dialog.locator('code').innerText();
  await field.fill('000000');
  await field.press('Enter');
  // A failed attempt ends the enrollment.
  await dialog.getByText('The code is wrong or expired').waitFor();
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await field.waitFor();
  const right = await dialog.locator('code').innerText();
  expect(right).not.toBe(secret);
  toStartOfStep(clock as ShiftedClock);
  await field.fill(oneTimeCode(right, -1));
  await field.press('Enter');
  await dialog.getByText('Save your recovery codes').waitFor();
  const codes = (await dialog.locator('code').innerText()).trim().split(/\s+/);
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await dialog.getByText('Phone', { exact: true }).waitFor();
  await closeFactors(page);
  await logOut(page);

  await loginHalf(page, JANE);
  await page.getByText('Enter the code from your authenticator app').waitFor();
  await isNobody(page);
  await enterCode(page, '000000');
  await page.getByText('Not accepted').waitFor();
  await enterCode(page, oneTimeCode(right));
  await isLoggedInAs(page, JANE.username);
  await logOut(page);

  const [recovery = ''] = codes;
  for (const isGood of [true, false]) {
    await loginHalf(page, JANE);
    await enterCode(page, recovery);
    if (!isGood) {
      await page.getByText('Not accepted').waitFor();
      await isNobody(page);
      continue;
    }
    await isLoggedInAs(page, JANE.username);
    await logOut(page);
  }
  expectClean();
});

/** Adds a virtual authenticator that verifies the user on every request. */
async function plugIn(page: Page): Promise<{ readonly cdp: CDPSession; readonly id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

it('sets up a passkey, asks for it, accepts it without a password, and rejects it after removal', async () => {
  const { page, expectClean } = await visitor();
  await login(page, JOHN);
  const { cdp, id } = await plugIn(page);
  const held = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials;
  const dialog = await openFactors(page);
  await dialog.getByLabel('Current password').fill(JOHN.password);
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByText('Save your recovery codes').waitFor();
  expect(await held()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
  // The codes are shown once, so the first attempt to leave only asks.
  await page.keyboard.press('Escape');
  await dialog.getByText(/^Have you saved it/).waitFor();
  await closeFactors(page);
  await logOut(page);

  await loginHalf(page, JOHN);
  await page.getByText('Use your passkey, or enter a recovery code').waitFor();
  await isNobody(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isLoggedInAs(page, JOHN.username);
  await logOut(page);

  const alone = async () => {
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
  };
  await alone();
  await isLoggedInAs(page, JOHN.username);

  const again = await openFactors(page);
  await again.getByLabel('Current password').fill(JOHN.password);
  await again.getByRole('button', { name: 'Remove Laptop' }).click();
  await again.getByText('Laptop', { exact: true }).waitFor({ state: 'detached' });
  await closeFactors(page);
  await logOut(page);
  // The device still has the passkey, but the server no longer accepts it.
  expect(await held()).toHaveLength(1);
  await alone();
  await page.getByText('Not accepted, or too late').waitFor();
  await isNobody(page);
  await login(page, JOHN);
  await isLoggedInAs(page, JOHN.username);
  expectClean();
});

it('requires users with a required role to set up a second factor first, from the date on', async () => {
  const shown = await visitor();
  const { page } = shown;
  await login(page, LATER);
  await logOut(page);
  (clock as ShiftedClock).aheadMs = HOUR_MS + MINUTE_MS;

  await loginHalf(page, LATER);
  await page.getByText('Your account requires two-factor authentication').waitFor();
  await expectAccessible(page);
  await isNobody(page);
  await page.goto('/app/security/roles');
  await page.waitForURL((url) => url.pathname === '/app/login');
  await loginHalf(page, LATER);
  await page.getByText('Your account requires two-factor authentication').waitFor();
  const secret = await page
    .locator('p')
    .filter({ hasText: /^[A-Z2-7]{32}$/ })
    .innerText();
  await enterCode(page, oneTimeCode(secret));
  await page.getByText('Save your recovery codes').waitFor();
  expect(await page.getByRole('listitem').count()).toBe(10);
  await isNobody(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await isLoggedInAs(page, LATER.username);

  const dialog = await openFactors(page);
  shown.allow(/400/);
  await dialog.getByLabel('Current password').fill(LATER.password);
  await dialog.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/Add another factor before you remove this one/)
    .waitFor();
  await dialog.getByText('Authenticator app', { exact: true }).waitFor();
  shown.expectClean();
});
