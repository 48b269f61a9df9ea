/**
 * Chromium for journeys. A page made here collects console errors, uncaught errors and violations
 * of the content security policy; `expectClean` fails the test on any of them.
 */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium, HOW_TO_GET } from '../../scripts/lib/runtime/chromium_path';

/** Headless, and quiet: no connections of the browser's own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const STEP_TIMEOUT_MS = 15_000;
/** Of `src/core/public/theme/theme_service.ts`. */
const THEME_STORAGE_KEY = 'core.theme.darkMode';

/** @throws with one line that says how to get a Chromium when there is none */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_GET);
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

export interface ProfileOptions {
  /** Language of the browser; default `en-US`. */
  readonly locale?: string;
  /** What the system prefers; the product goes by `theme`. */
  readonly colorScheme?: 'light' | 'dark';
  /** What this device remembers; without it the setting decides. */
  readonly theme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** One person's browser profile: cookies and storage of its own, and its problems. */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong so far, one line each. */
  readonly problems: readonly string[];
  /** Announces lines that a step provokes on purpose, for example a refused sign-in's 401. */
  allow(pattern: RegExp): void;
  /** @throws when the page had a problem that was not announced */
  expectClean(): void;
  close(): Promise<void>;
}

/** @param baseUrl - of the server; paths given to `page.goto` are resolved against it */
export async function openProfile(
  browser: Browser,
  baseUrl: string,
  options: ProfileOptions = {}
): Promise<Profile> {
  const { locale = 'en-US', theme, viewport = { width: 1280, height: 900 } } = options;
  const { colorScheme = theme ?? 'light' } = options;
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale,
    timezoneId: 'UTC',
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  if (theme !== undefined) {
    await context.addInitScript(
      ([key, value]) => {
        // The empty page before the first address has no storage.
        if (location.protocol !== 'about:') localStorage.setItem(key, value);
      },
      [THEME_STORAGE_KEY, String(theme === 'dark')] as const
    );
  }
  // Violations of the policy reach the console as errors, but say less there.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`
      );
    });
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    problems.push(`console ${message.type()}: ${message.text()}${url ? ` (${url})` : ''}`);
  });
  context.on('weberror', (error) =>
    problems.push(`uncaught: ${error.error().stack ?? error.error()}`)
  );
  const page = await context.newPage();
  return {
    context,
    page,
    problems,
    allow: (pattern) => void allowed.push(pattern),
    expectClean: () => {
      const unexpected = problems.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      if (unexpected.length > 0)
        throw new Error(`The page had problems:\n${unexpected.join('\n')}`);
    },
    close: () => context.close(),
  };
}
