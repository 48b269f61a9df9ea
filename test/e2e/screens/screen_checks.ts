/**
 * Checks of every screen: accessibility in both themes and on a phone, no horizontal scrolling or
 * covered content on a phone and at 400 % zoom, no overlong lines in a wide window, nothing
 * unexpected in the console.
 */
import type { Browser } from 'playwright-core';
import { accessibilityProblems } from '../../helpers/axe';
import { launchChromium } from '../../helpers/chromium';
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
import { lineWidthProblems, WIDE } from '../../helpers/line_width';
import type { TestServer } from '../../helpers/server';
import { openScreen, type Screen } from './catalogue';
import { demonstration, openScene, type Stage, stageOf, type Theme, THEMES } from './stage';

/** Registers the hooks that open and close the stage. */
export function prepareStage(open = demonstration): Stage {
  let stage: Stage;
  let browser: Browser;
  let server: TestServer | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
    // The server is assigned as soon as it starts, so that it is stopped even if preparing the
    // scene fails.
    stage = stageOf(browser, await openScene(open, (started) => (server = started)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return { profileOf: (theme, visitor) => stage.profileOf(theme, visitor) };
}

/** Thoroughness of the checks. */
export interface Look {
  readonly sizes: Readonly<Partial<Record<Theme, readonly ScreenSize[]>>>;
  readonly isAccessibilityAsked: boolean;
}

/** The dark theme changes only colors, so sizes and structure are checked in the light theme. */
const THOROUGH: Look = {
  sizes: { light: [DESKTOP, PHONE, ZOOMED], dark: [DESKTOP] },
  isAccessibilityAsked: true,
};
/** One size and theme, no accessibility check: for screens checked thoroughly elsewhere. */
export const GLANCE: Look = { sizes: { light: [DESKTOP] }, isAccessibilityAsked: false };

/** @returns one line per problem of the screen */
async function problemsOf(
  stage: Stage,
  screen: Screen,
  theme: Theme,
  { sizes, isAccessibilityAsked }: Look
): Promise<string[]> {
  const { page, problems: reported } = await stage.profileOf(theme, screen.visitor);
  const before = reported.length;
  const found: string[] = [];
  if (page.viewportSize()?.width !== DESKTOP.width) {
    // The last screen must not react to the wide window.
    await page.goto('about:blank');
    await page.setViewportSize(DESKTOP);
  }
  await openScreen(page, screen);
  await layoutToSettle(page);
  // Overlays are opened again at each size: menus behave differently in narrow windows only if they
  // are opened there.
  const isOverlay = await hasLayer(page);
  for (const size of sizes[theme] ?? []) {
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
    if (isAccessibilityAsked && size !== ZOOMED)
      note(await accessibilityProblems(page, { colours: theme === 'dark' }));
  }
  // This check comes last because it changes the size of the page.
  if (theme === 'light' && !isOverlay)
    found.push(...(await lineWidthProblems(page)).map((line) => `${WIDE.name}: ${line}`));
  const unexpected = reported.slice(before).filter((line) => !screen.expectedProblems?.test(line));
  return [...found, ...unexpected.map((line) => `${theme}: ${line}`)];
}

/** Registers one test per screen. */
export function checkEachScreen(
  screens: readonly Screen[],
  stage = prepareStage(),
  look = THOROUGH
): void {
  const themes = THEMES.filter((theme) => look.sizes[theme]);
  it.each(screens.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const found = await Promise.all(themes.map((theme) => problemsOf(stage, screen, theme, look)));
    expect(found.flat().join('\n')).toBe('');
  });
}
