/**
 * What is looked at on every screen: no accessibility problem in either theme and on a phone,
 * nothing sideways or covered on a phone and at 400 % zoom, nothing in the console.
 */
import type { Browser } from 'playwright-core';
import { accessibilityProblems } from '../../helpers/axe';
import { launchChromium, openProfile, type Profile } from '../../helpers/chromium';
import { exposeCore } from '../../helpers/core_access';
import {
  DESKTOP,
  hasLayer,
  layoutProblems,
  layoutToSettle,
  PHONE,
  resizeTo,
  type ScreenSize,
  ZOOMED,
} from '../../helpers/layout';
import { ADMIN, startServer, type TestServer } from '../../helpers/server';
import { openScreen, type Screen, type Visitor } from './catalogue';
import { signIn } from './login';
import { chooseTenant, closeTenantDialog } from './shell';

export const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const ANALYST = { username: 'screens.analyst', password: 'Fjord-lantern-42-Quilt' } as const;

/** The pages of a spec file, of one server and one browser. */
export interface Stage {
  /** One page for each theme and person; signed in when it is first needed. */
  profileOf(theme: Theme, visitor: Visitor): Promise<Profile>;
}

/** Registers what starts and ends them. */
export function prepareStage(): Stage {
  let server: TestServer;
  let browser: Browser;
  const profiles = new Map<string, Promise<Profile>>();
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
    await addAnalyst(server);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    profileOf: (theme, visitor) => {
      const key = `${theme} ${visitor}`;
      const profile = profiles.get(key) ?? signedIn(browser, server.url, theme, visitor);
      profiles.set(key, profile);
      return profile;
    },
  };
}

/** May read the tenant "operations", and nothing else. */
async function addAnalyst(server: TestServer): Promise<void> {
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

async function signedIn(
  browser: Browser,
  url: string,
  theme: Theme,
  visitor: Visitor
): Promise<Profile> {
  const profile = await openProfile(browser, url, { theme });
  const { context, page } = profile;
  await exposeCore(context);
  if (visitor === 'administrator') {
    await signIn(page, ADMIN);
    await closeTenantDialog(page);
  } else if (visitor === 'analyst') {
    await signIn(page, ANALYST);
    await chooseTenant(page, { custom: 'operations' });
  }
  return profile;
}

/** In the dark only colours differ: sizes and structure are looked at in the light. */
const SIZES: Readonly<Record<Theme, readonly ScreenSize[]>> = {
  light: [DESKTOP, PHONE, ZOOMED],
  dark: [DESKTOP],
};

/** @returns one line for each problem of the screen */
async function problemsOf(stage: Stage, screen: Screen, theme: Theme): Promise<string[]> {
  const { page, problems: reported } = await stage.profileOf(theme, screen.visitor);
  const before = reported.length;
  const found: string[] = [];
  if (page.viewportSize()?.width !== DESKTOP.width) {
    // What the last screen would do in a wide window is nobody's business.
    await page.goto('about:blank');
    await page.setViewportSize(DESKTOP);
  }
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
    if (size !== ZOOMED) note(await accessibilityProblems(page, { colours: theme === 'dark' }));
  }
  const unexpected = reported.slice(before).filter((line) => !screen.expectedProblems?.test(line));
  return [...found, ...unexpected.map((line) => `${theme}: ${line}`)];
}

/** Registers one test for each screen. */
export function lookAtEach(screens: readonly Screen[]): void {
  const stage = prepareStage();
  it.each(screens.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const found = await Promise.all(THEMES.map((theme) => problemsOf(stage, screen, theme)));
    expect(found.flat().join('\n')).toBe('');
  });
}
