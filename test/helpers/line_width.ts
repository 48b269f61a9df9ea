/** Checks that lines of text and fields stay narrow enough to read in a wide window. */
import type { Page } from 'playwright-core';
import type { ScreenSize } from './layout';

export const WIDE: ScreenSize = { name: '1920 px', width: 1920, height: 1080 };
/** CSS pixels; the maximum width of forms. */
const WIDEST = 800;

/**
 * Resizes the page to {@link WIDE} and keeps that size. Excludes tables with their search fields,
 * and headings.
 * @returns one line for each problem, with its element
 */
export async function lineWidthProblems(page: Page): Promise<string[]> {
  await page.setViewportSize(WIDE);
  return page.evaluate(async (widest) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const main = document.querySelector('main') ?? document.body;
    const isLooked = (element: Element): boolean =>
      element.closest('h1, h2, h3, table, pre, [role="table"], [role="grid"]') === null &&
      element.checkVisibility({ visibilityProperty: true });
    const tooWide = (element: Element, width: number, what: string): string[] =>
      width <= widest + 1
        ? []
        : [
            `${what} of ${Math.round(width)} px: <${element.localName}> "${(
              element.getAttribute('aria-label') ??
              element.textContent ??
              ''
            )
              .trim()
              .slice(0, 60)}"`,
          ];

    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const problems: string[] = [];
    while (texts.nextNode()) {
      const { parentElement: element } = texts.currentNode;
      if (!element || !isLooked(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      // Text for screen readers only is positioned outside the window.
      const lines = [...range.getClientRects()].filter(({ left }) => left >= 0);
      const widths = lines.map(({ width }) => width);
      problems.push(...tooWide(element, Math.max(0, ...widths), 'a line'));
    }
    for (const field of main.querySelectorAll('input, textarea, select, [role="combobox"]')) {
      if (!isLooked(field) || field.matches('[type="search"]')) continue;
      problems.push(...tooWide(field, field.getBoundingClientRect().width, 'a field'));
    }
    return problems;
  }, WIDEST);
}
