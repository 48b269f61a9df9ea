/** Takes screenshots of every catalogue screen for review: `npm run screenshots -- --every`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../helpers/chromium';
import { hasLayer, layoutToSettle, resizeTo, type ScreenSize } from '../../helpers/layout';
import type { TestServer } from '../../helpers/server';
import { openScreen, type Screen, SCREENS } from './catalogue';
import { demonstration, openScene, type Stage, stageOf, type Theme, THEMES } from './stage';

/** Screens are opened in the first size. */
const PICTURE_SIZES: readonly ScreenSize[] = [
  { name: '1280', width: 1280, height: 900 },
  { name: '1920', width: 1920, height: 1080 },
  { name: '390', width: 390, height: 844 },
];

interface PictureOptions {
  /** Receives the files, named `<screen>.<width>.<theme>.png`. */
  readonly folder: string;
  /** Pattern of screen names. Default: all. */
  readonly only?: RegExp;
  readonly themes?: readonly Theme[];
  readonly say: (line: string) => void;
}

/** @returns one line for each screen that could not be shown */
export async function takePictures(options: PictureOptions): Promise<string[]> {
  const { folder, only = /./, themes = THEMES, say } = options;
  await mkdir(folder, { recursive: true });
  const failed: string[] = [];
  let server: TestServer | undefined;
  const browser = await launchChromium();
  try {
    const stage = stageOf(browser, await openScene(demonstration, (started) => (server = started)));
    for (const screen of SCREENS.filter(({ name }) => only.test(name))) {
      for (const theme of themes) {
        await pictureOf(stage, screen, theme, folder).catch((error: unknown) => {
          failed.push(`${screen.name}, ${theme}: ${String(error).split('\n')[0]}`);
        });
      }
      say(screen.name);
    }
  } finally {
    await browser.close();
    await server?.stop();
  }
  return failed;
}

async function pictureOf(stage: Stage, screen: Screen, theme: Theme, folder: string) {
  const { page } = await stage.profileOf(theme, screen.visitor);
  await page.goto('about:blank');
  await page.setViewportSize(PICTURE_SIZES[0] as ScreenSize);
  await openScreen(page, screen);
  await layoutToSettle(page);
  const isOverlay = await hasLayer(page);
  for (const size of PICTURE_SIZES) {
    if (size !== PICTURE_SIZES[0]) {
      await resizeTo(page, size);
      // Menus behave differently in narrow windows only if they are opened there.
      if (isOverlay) await openScreen(page, screen);
      await layoutToSettle(page);
    }
    await page.screenshot({
      path: path.join(folder, `${fileName(screen.name)}.${size.name}.${theme}.png`),
      fullPage: !isOverlay && (await isWorthAll(page)),
    });
  }
}

const fileName = (screen: string): string => screen.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/**
 * Whether the page is short enough for a full-page picture. Very long pages show nothing new
 * further down.
 */
const isWorthAll = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollHeight < 4 * innerHeight);
