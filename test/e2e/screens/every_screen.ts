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

export const ANALYST = { username: 'screens.analyst', password: 'Fjord-lantern-42-Quilt' } as const;
export const ANALYST_ROLE = 'screens_reader';
type Credentials = Readonly<Record<'username' | 'password', string>>;

/** The pages of a spec file, of one server and one browser. */
export interface Stage {
  /** One page for each theme and person; signed in when it is first needed. */
  profileOf(theme: Theme, visitor: Visitor): Promise<Profile>;
}

/** A server with what the screens show: the tenant "operations", objects, a role and users. */
interface Scene {
  readonly server: TestServer;
  readonly admin: Credentials;
}

/** Makes a scene; the server is stopped by whoever gave `start`. */
export type OpenScene = (start: (args: readonly string[]) => Promise<TestServer>) => Promise<Scene>;

/** Administrators may change authentication domains. */
const OPEN_DOMAINS = 'engine.unsupported.restapi.allow_securityconfig_modification';

const demonstration: OpenScene = async (start) => ({
  server: await start(['--demo', `--${OPEN_DOMAINS}=true`]),
  admin: ADMIN,
});

/** Registers what starts and ends them. */
export function prepareStage(open: OpenScene = demonstration): Stage {
  let scene: Scene;
  let browser: Browser;
  let server: TestServer | undefined;
  const profiles = new Map<string, Promise<Profile>>();
  /** What is begun is ended, however far the rest came. */
  const start = async (args: readonly string[]) => (server = await startServer({ args }));
  beforeAll(async () => {
    browser = await launchChromium();
    scene = await open(start);
    await addAnalyst(scene);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    profileOf: (theme, visitor) => {
      const key = `${theme} ${visitor}`;
      const profile = profiles.get(key) ?? signedIn(browser, scene, theme, visitor);
      profiles.set(key, profile);
      return profile;
    },
  };
}

/** May read the tenant "operations", and nothing else. */
async function addAnalyst({ server, admin: who }: Scene): Promise<void> {
  const admin = server.client();
  await admin.signIn(who.username, who.password);
  const put = async (what: string, body: unknown) => {
    const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
    if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
  };
  await put(`roles/${ANALYST_ROLE}`, {
    tenant_permissions: [{ tenant_patterns: ['operations'], allowed_actions: ['kibana_all_read'] }],
  });
  await put(`internalusers/${ANALYST.username}`, {
    password: ANALYST.password,
    opendistro_security_roles: [ANALYST_ROLE],
  });
}

async function signedIn(
  browser: Browser,
  { server, admin }: Scene,
  theme: Theme,
  visitor: Visitor
): Promise<Profile> {
  const profile = await openProfile(browser, server.url, { theme });
  const { context, page } = profile;
  await exposeCore(context);
  if (visitor === 'administrator') {
    await signIn(page, admin);
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
export function lookAtEach(
  screens: readonly Screen[],
  stage = prepareStage(),
  themes: readonly Theme[] = THEMES
): void {
  it.each(screens.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const found = await Promise.all(themes.map((theme) => problemsOf(stage, screen, theme)));
    expect(found.flat().join('\n')).toBe('');
  });
}
