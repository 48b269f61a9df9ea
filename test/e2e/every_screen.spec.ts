/**
 * Every screen in the catalogue: no accessibility problem in either theme and on a phone, nothing sideways or covered
 * on a phone and at 400 % zoom, nothing in the console. And nothing registered in the shell is missing from it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { accessibilityProblems } from '../helpers/axe';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import {
  DESKTOP,
  hasLayer,
  layoutProblems,
  layoutToSettle,
  PHONE,
  resizeTo,
  type ScreenSize,
  ZOOMED,
} from '../helpers/layout';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openScreen, SCREENS, type Screen, type Visitor } from './screens/catalogue';
import { signIn } from './screens/login';
import { chooseTenant, closeTenantDialog } from './screens/shell';

jest.setTimeout(60_000);

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const ANALYST = { username: 'screens.analyst', password: 'Fjord-lantern-42-Quilt' } as const;

let server: TestServer;
let browser: Browser;
const profiles = new Map<string, Promise<Profile>>();

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  await addAnalyst();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** May read the tenant "operations", and nothing else. */
async function addAnalyst(): Promise<void> {
  const admin = await server.adminClient();
  const put = async (what: string, body: unknown) => {
    const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
    if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
  };
  await put('roles/screens_reader', {
    tenant_permissions: [{ tenant_patterns: ['operations'], allowed_actions: ['kibana_all_read'] }],
  });
  await put(`internalusers/${ANALYST.username}`, {
    password: ANALYST.password,
    opendistro_security_roles: ['screens_reader'],
  });
}

/** One page for each theme and person; signed in when it is first needed. */
function profileOf(theme: Theme, visitor: Visitor): Promise<Profile> {
  const key = `${theme} ${visitor}`;
  let profile = profiles.get(key);
  if (!profile) {
    profile = openProfile(browser, server.url, { theme }).then(async (opened) => {
      await exposeCore(opened.context);
      const { page } = opened;
      if (visitor === 'administrator') {
        await signIn(page, ADMIN);
        await closeTenantDialog(page);
      } else if (visitor === 'analyst') {
        await signIn(page, ANALYST);
        await chooseTenant(page, { custom: 'operations' });
      }
      return opened;
    });
    profiles.set(key, profile);
  }
  return profile;
}

/** In the dark only colours differ: sizes are looked at in the light. */
const SIZES: Readonly<Record<Theme, readonly ScreenSize[]>> = {
  light: [DESKTOP, PHONE, ZOOMED],
  dark: [DESKTOP],
};

async function problemsOf(screen: Screen, theme: Theme): Promise<string[]> {
  const { page, problems: reported } = await profileOf(theme, screen.visitor);
  const before = reported.length;
  const found: string[] = [];
  await resizeTo(page, DESKTOP);
  await openScreen(page, screen);
  await layoutToSettle(page);
  // Opened anew at each size: what a menu does in a narrow window shows when it opens there.
  const isOverlay = await hasLayer(page);
  for (const size of SIZES[theme]) {
    const note = (problems: readonly string[]) =>
      found.push(...problems.map((line) => `${theme}, ${size.name}: ${line}`));
    if (size !== DESKTOP) {
      await resizeTo(page, size);
      if (isOverlay) {
        await openScreen(page, screen);
        await layoutToSettle(page);
      }
    }
    if (theme === 'light') note(await layoutProblems(page));
    if (size !== ZOOMED) note(await accessibilityProblems(page));
  }
  const unexpected = reported.slice(before).filter((line) => !screen.expectedProblems?.test(line));
  return [...found, ...unexpected.map((line) => `${theme}: ${line}`)];
}

it.each(SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
  const found = await Promise.all(THEMES.map((theme) => problemsOf(screen, theme)));
  expect(found.flat().join('\n')).toBe('');
});

it('looks at both themes', async () => {
  for (const theme of THEMES) {
    const { page } = await profileOf(theme, 'administrator');
    await page.goto('/app/home');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
  }
});

describe('the catalogue', () => {
  const addresses = SCREENS.map(({ path: address }) => address.split('?')[0] as string);
  const isListed = (pattern: string): boolean =>
    addresses.some((address) => matchPath(address, { path: pattern, exact: true }) !== null);

  it('has every registered app, and every link of the side navigations', async () => {
    const { page } = await profileOf('light', 'administrator');
    await resizeTo(page, DESKTOP);
    await page.goto('/app/home');
    const apps = await withCore(page, ({ application }) => {
      const routes: string[] = [];
      application.applications$
        .subscribe((all) =>
          routes.push(...[...all.keys()].map((id) => application.getUrlForApp(id)))
        )
        .unsubscribe();
      return routes;
    });
    expect(apps.length).toBeGreaterThan(4);
    const links: string[] = [];
    for (const app of ['/app/security', '/app/management']) {
      await page.goto(app);
      const nav = page.getByRole('main').getByRole('navigation').first();
      await nav.getByRole('link').first().waitFor();
      for (const link of await nav.getByRole('link').all())
        links.push((await link.getAttribute('href')) as string);
    }
    const isReached = (start: string) =>
      addresses.some((address) => `${address}/`.startsWith(start.replace(/\/?$/, '/')));
    expect([...apps, ...links].filter((start) => !isReached(start))).toEqual([]);
  });

  it('has every page of the Security app', () => {
    const file = path.join(__dirname, '../../src/plugins/security/public/apps/admin/admin_app.tsx');
    const source = readFileSync(file, 'utf8');
    const patterns = [...source.matchAll(/path="([^"]+)"/g)].map(([, pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => !isListed(`/app/security${pattern}`))).toEqual([]);
  });
});
