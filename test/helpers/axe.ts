/** Accessibility checks with axe-core: WCAG 2.2 A and AA, and axe's best practices. */
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules of these standards whose result depends on the theme: axe's `cat.color`. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

export interface AxeScope {
  /** Checks only the color rules, for screens whose structure was checked in another theme. */
  readonly colours?: boolean;
}

type AxePage = Window & {
  axe?: { run(context: Document | Element, options: RunOptions): Promise<AxeResults> };
};

/** @throws an error with each violated rule, its elements and the remedy */
export async function expectAccessible(page: Page): Promise<void> {
  const problems = await accessibilityProblems(page);
  if (problems.length > 0)
    throw new Error(`Accessibility problems on ${page.url()}:\n${problems.join('\n')}`);
}

/** @returns one text for each violated rule, with its elements and the remedy */
export async function accessibilityProblems(
  page: Page,
  { colours = false }: AxeScope = {}
): Promise<string[]> {
  await animationsToEnd(page);
  const options: RunOptions = {
    runOnly: colours ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: STANDARDS },
    // Reports only the elements of violations, which is much faster.
    resultTypes: ['violations'],
  };
  // Injected once per document: parsing half a megabyte takes as long as some of the rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  const violations = await page.evaluate(async (given) => {
    const axe = (window as AxePage).axe!;
    const found = (await axe.run(document, given)).violations;
    // Ignores the target size of controls behind an open menu: it covers some in part, and its
    // options come close to others. They are checked when the menu is closed.
    const menu = document.querySelector('[data-popover-open]');
    // The bar of buttons at the end of a form covers what scrolls below it: such a control counts
    // where it is whole.
    const isSmall = async (selector: unknown): Promise<boolean> => {
      const control = typeof selector === 'string' ? document.querySelector(selector) : null;
      if (!control) return true;
      if (menu && !menu.contains(control)) return false;
      const { scrollX, scrollY } = window;
      control.scrollIntoView({ block: 'center' });
      const again = await axe.run(control, { runOnly: { type: 'rule', values: ['target-size'] } });
      window.scrollTo(scrollX, scrollY);
      return again.violations.length > 0;
    };
    const problems: typeof found = [];
    for (const violation of found) {
      const nodes: typeof violation.nodes = [];
      for (const node of violation.nodes)
        if (violation.id !== 'target-size' || (await isSmall(node.target[0]))) nodes.push(node);
      if (nodes.length > 0) problems.push({ ...violation, nodes });
    }
    return problems;
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
 * Waits for animations: text that is still fading in has too little contrast. Spinners never end
 * and are excluded.
 */
export async function animationsToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
