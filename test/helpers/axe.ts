/** Accessibility of what is on screen, by axe-core: WCAG 2.2 A and AA, and the rules of good practice. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @throws with each violated rule, the elements, and what to do */
export async function expectAccessible(page: Page): Promise<void> {
  const problems = await accessibilityProblems(page);
  if (problems.length > 0)
    throw new Error(`Accessibility problems on ${page.url()}:\n${problems.join('\n')}`);
}

/** @returns one text for each violated rule: the elements, and what to do */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await animationsToEnd(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(STANDARDS)
    // Names the elements of violations only, and needs no second page: much faster.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(
      ({ target, failureSummary }) => `    ${target.join(' ')}: ${failureSummary}`
    );
    return `  ${id}: ${help}\n${places.join('\n')}`;
  });
}

/** Half faded in, a text has not yet the contrast it is going to have. Spinners never end and are left out. */
export async function animationsToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
