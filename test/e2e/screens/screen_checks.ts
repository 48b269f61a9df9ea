/**
 * What is looked at on every screen: no accessibility problem in either theme and on a phone,
 * nothing sideways or covered on a phone and at 400 % zoom, no line too long in a wide window,
 * nothing in the console.
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

/** Registers what starts and ends them. */
export function prepareStage(open = demonstration): Stage {
  let stage: Stage;
  let browser: Browser;
  let server: TestServer | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
    // What is begun is ended, however far the rest came.
    stage = stageOf(browser, await openScene(open, (started) => (server = started)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return { profileOf: (theme, visitor) => stage.profileOf(theme, visitor) };
}

/** How thoroughly screens are looked at. */
export interface Look {
  readonly sizes: Readonly<Partial<Record<Theme, readonly ScreenSize[]>>>;
  readonly isAccessibilityAsked: boolean;
}

/** In the dark only colours differ: sizes and structure are looked at in the light. */
const THOROUGH: Look = {
  sizes: { light: [DESKTOP, PHONE, ZOOMED], dark: [DESKTOP] },
  isAccessibilityAsked: true,
};
/** One size and theme, no accessibility check: for screens checked thoroughly elsewhere. */
export const GLANCE: Look = { sizes: { light: [DESKTOP] }, isAccessibilityAsked: false };

/** @returns one line for each problem of the screen */
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
    // What the last screen would do in a wide window is nobody's business.
    await page.goto('about:blank');
    await page.setViewportSize(DESKTOP);
  }
  await openScreen(page, screen);
  await layoutToSettle(page);
  // Opened anew at each size: what a menu does in a narrow window shows when it opens there.
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
  // Last: it leaves the page at its own size.
  if (theme === 'light' && !isOverlay)
    found.push(...(await lineWidthProblems(page)).map((line) => `${WIDE.name}: ${line}`));
  const unexpected = reported.slice(before).filter((line) => !screen.expectedProblems?.test(line));
  return [...found, ...unexpected.map((line) => `${theme}: ${line}`)];
}

/** Registers one test for each screen. */
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
