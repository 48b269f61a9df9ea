/** The type of a catalogue entry, and helpers shared by the entries. */
import type { Page } from 'playwright-core';

/** The user whose session opens the screen. */
export type Visitor = 'nobody' | 'administrator' | 'analyst';

export interface Screen {
  readonly name: string;
  readonly visitor: Visitor;
  /** Path of the page, without the base path. */
  readonly path: string;
  /** The steps from the loaded page to the complete screen. */
  complete(page: Page): Promise<unknown>;
  /** Whether only the embedded engine has this screen. */
  readonly isEmbeddedOnly?: boolean;
  /** Requests for which the server returns an error. */
  readonly failing?: RegExp;
  /** Expected console messages, for example about a rejected request. */
  readonly expectedProblems?: RegExp;
}

/** Waits for the heading of the page. */
export const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();

export async function openScreen(page: Page, { path, failing, complete }: Screen): Promise<void> {
  if (failing) {
    await withoutPagePreload(page);
    await page.route(failing, (route) =>
      route.fulfill({
        status: 500,
        json: { statusCode: 500, error: 'Internal Server Error', message: 'Broken on purpose' },
      })
    );
  }
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await complete(page);
  await page.unrouteAll();
  // Another element may now be under the pointer; moving it away avoids accidental tooltips.
  await page.mouse.move(0, 0);
}

/** Removes the preloaded responses from the page, so that it sends requests that can fail. */
async function withoutPagePreload(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/app/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      const body = (await response.text()).replace('pagePreload', 'withoutPagePreload');
      return route.fulfill({ response, body });
    }
  );
}
