/** Login by password and one-time code, against a server whose backend requires both. */
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { askingForCode } from '../../src/backend/testing/code_after_password';
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../src/dev/openapi/whole_server';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';

jest.setTimeout(240_000);

const CODE = '271828';
const LIFE_MS = 60_000;

let server: WholeServer;
let browser: Browser;
let nowMs = 1_700_000_000_000;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startWholeServer({
      browserBuild: path.resolve(__dirname, '..', '..', 'build', 'public'),
      args: ['--server.checkAnswers=true'],
      wrapBackend: (backend) =>
        askingForCode(backend, { code: CODE, lifeMs: LIFE_MS, retries: 1, now: () => nowMs }),
    }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const TEXTS = {
  'en-US': {
    code: 'One-time code',
    go: 'Continue',
    back: 'Back',
    again: /Not accepted. Try again with a new code/,
    over: /too late. Log in again/,
  },
  'de-DE': {
    code: 'Einmalcode',
    go: 'Weiter',
    back: 'Zurück',
    again: /Nicht angenommen. Versuchen Sie es mit einem neuen Code/,
    over: /Nicht angenommen, oder zu spät. Melden Sie sich erneut an/,
  },
} as const;

/** The browser logs the expected 401 responses to the console. */
const expectErrors = (profile: Profile): void => profile.allow(/401/);

it.each(['en-US', 'de-DE'] as const)(
  'asks for the code after the password (%s)',
  async (locale) => {
    const texts = TEXTS[locale];
    const profile = await openProfile(browser, server.url, { locale });
    const { page } = profile;
    expectErrors(profile);
    const field = page.getByLabel(texts.code);
    const enter = async (code: string) => {
      await field.fill(code);
      await page.getByRole('button', { name: texts.go }).click();
    };
    const login = async () => {
      await page.locator('input[name=username]').fill('admin');
      await page.locator('input[name=password]').fill(ADMIN_PASSWORD);
      await page.locator('button[type=submit]').click();
      await field.waitFor();
    };
    await page.goto('/app/login');

    await login();
    await expectAccessible(page);
    // The first wrong code shows an error at the field; the second one restarts the login.
    await enter('000000');
    await page.getByText(texts.again).waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await enter('000000');
    await page.getByText(texts.over).waitFor();

    await login();
    nowMs += LIFE_MS;
    await enter(CODE);
    await page.getByText(texts.over).waitFor();

    await login();
    await page.getByRole('button', { name: texts.back }).click();
    await login();
    await enter(CODE);
    await page.waitForURL((url) => !url.pathname.endsWith('/app/login'));
    expect((await page.request.get('/api/v1/configuration/account')).status()).toBe(200);
    profile.expectClean();
    await profile.close();
  }
);
