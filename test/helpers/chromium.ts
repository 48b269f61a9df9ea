/**
 * Chromium for journeys. Each page collects console errors, uncaught errors and violations of the
 * content security policy; `expectClean` fails the test on any of them.
 */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium, HOW_TO_GET } from '../../scripts/lib/runtime/chromium_path';

/** Headless, without background network requests of the browser. */
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
/** Must equal the key in `src/core/public/theme/theme_service.ts`. */
const THEME_STORAGE_KEY = 'core.theme.darkMode';

/** @throws if no Chromium is found; the message says how to install one */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_GET);
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

export interface ProfileOptions {
  /** Browser language. Default: `en-US`. */
  readonly locale?: string;
  /** The color scheme of the system. The product uses `theme` instead. */
  readonly colorScheme?: 'light' | 'dark';
  /** The theme stored in this browser. Default: none, so the setting applies. */
  readonly theme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/**
 * A browser profile of one user, with its own cookies and storage, and the problems found so far.
 */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  /** One line for each problem. */
  readonly problems: readonly string[];
  /**
   * Permits matching lines, which a step provokes on purpose, for example the 401 of a failed
   * login.
   */
  allow(pattern: RegExp): void;
  /** @throws if the page reported a problem that was not permitted */
  expectClean(): void;
  close(): Promise<void>;
}

/** @param baseUrl - of the server; paths passed to `page.goto` are resolved against it */
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
        // The initial about: page has no storage.
        if (location.protocol !== 'about:') localStorage.setItem(key, value);
      },
      [THEME_STORAGE_KEY, String(theme === 'dark')] as const
    );
  }
  // The console reports policy violations too, but with fewer details.
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
