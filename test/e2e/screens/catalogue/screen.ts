/** What the catalogue says about a screen. */
import type { Page } from 'playwright-core';

/** Whose session shows it. */
export type Visitor = 'nobody' | 'administrator' | 'analyst';

export interface Screen {
  readonly name: string;
  readonly visitor: Visitor;
  /** Where it is, base path excluded. */
  readonly path: string;
  /** From the loaded address to the complete screen. */
  complete(page: Page): Promise<unknown>;
  /** Only the backend in this process has it. */
  readonly isEmbeddedOnly?: boolean;
  /** Requests that the server fails to answer. */
  readonly failing?: RegExp;
  /** What the console says on purpose, for example about a refused request. */
  readonly expectedProblems?: RegExp;
}

/** The heading that says which page it is. */
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
  // Where a button was, something else may be now: no tool tip by accident.
  await page.mouse.move(0, 0);
}

/** What came with the page cannot fail: takes it away, so that the page has to ask. */
export async function withoutPagePreload(page: Page): Promise<void> {
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
