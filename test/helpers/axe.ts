/**
 * Accessibility of what is on screen, by axe-core: WCAG 2.2 A and AA, and the rules of good
 * practice.
 */
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules of these standards whose answer depends on the theme: axe's `cat.color`. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

export interface AxeScope {
  /**
   * Only the rules about colours: for a screen whose structure has been looked at in another theme.
   */
  readonly colours?: boolean;
}

type AxePage = Window & {
  axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
};

/** @throws with each violated rule, the elements, and what to do */
export async function expectAccessible(page: Page): Promise<void> {
  const problems = await accessibilityProblems(page);
  if (problems.length > 0)
    throw new Error(`Accessibility problems on ${page.url()}:\n${problems.join('\n')}`);
}

/** @returns one text for each violated rule: the elements, and what to do */
export async function accessibilityProblems(
  page: Page,
  { colours = false }: AxeScope = {}
): Promise<string[]> {
  await animationsToEnd(page);
  const options: RunOptions = {
    runOnly: colours ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: STANDARDS },
    // Names the elements of violations only: much faster.
    resultTypes: ['violations'],
  };
  // Once for each document: half a megabyte to read costs as much as some of the rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  const violations = await page.evaluate(async (given) => {
    const found = (await (window as AxePage).axe!.run(document, given)).violations;
    // What an open menu covers in part is large enough again when it is closed, and looked at then.
    const menu = document.querySelector('[data-popover-open]');
    const isCovered = (selector: unknown): boolean =>
      menu !== null &&
      typeof selector === 'string' &&
      menu.contains(document.querySelector(selector)) === false;
    return found
      .map((violation) => ({
        ...violation,
        nodes: violation.nodes.filter(
          ({ target, failureSummary = '' }) =>
            violation.id !== 'target-size' ||
            !failureSummary.includes('partially obscured') ||
            !isCovered(target[0])
        ),
      }))
      .filter(({ nodes }) => nodes.length > 0);
  }, options);
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(
      ({ target, failureSummary }) => `    ${target.join(' ')}: ${failureSummary}`
    );
    return `  ${id}: ${help}\n${places.join('\n')}`;
  });
}

let source: string | undefined;
const axeSource = (): string =>
  (source ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));

/**
 * Half faded in, a text has not yet the contrast it is going to have. Spinners never end and are
 * left out.
 */
export async function animationsToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
