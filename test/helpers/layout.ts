/**
 * Checks whether a screen is usable at a size: no horizontal scrolling (WCAG 1.4.10), and every
 * control visible and not covered. Widths and heights are in CSS pixels.
 */
import type { Page } from 'playwright-core';
import { animationsToEnd } from './axe';

export interface ScreenSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export const DESKTOP: ScreenSize = { name: '1280 px', width: 1280, height: 900 };
export const PHONE: ScreenSize = { name: '360 px', width: 360, height: 740 };
/** The viewport of a 1280×1024 window at 400 %. */
export const ZOOMED: ScreenSize = { name: '400 % zoom', width: 320, height: 256 };

/** Resizes the page without a reload, and waits for the layout. */
export async function resizeTo(page: Page, size: ScreenSize): Promise<void> {
  await page.setViewportSize(size);
  await layoutToSettle(page);
}

/**
 * Popovers, breadcrumbs and tables follow a resize with a delay, in observers and timers of the
 * design system.
 */
export async function layoutToSettle(page: Page): Promise<void> {
  await animationsToEnd(page);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // The page learns about its new size in a frame, which a busy machine renders late.
    await frame();
    await frame();
    const measure = (): string => {
      const all = document.body.querySelectorAll('*');
      const last = [...all].slice(-40).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
      });
      return `${all.length}:${document.documentElement.scrollHeight}:${last.join(';')}`;
    };
    let before = '';
    for (let round = 0, same = 0; round < 40 && same < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const now = measure();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

/** Dialogs, open popovers and toasts. */
const LAYERS =
  '[role="dialog"], [role="alertdialog"], [data-popover-panel], .euiGlobalToastList > *';

/** Whether the page has an overlay that a resize may move or close. */
export async function hasLayer(page: Page): Promise<boolean> {
  return (await page.locator(LAYERS).count()) > 0;
}

/** @returns one line for each problem, with its element */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate((layerSelector) => {
    const problems: string[] = [];
    const width = document.documentElement.clientWidth;
    const height = document.documentElement.clientHeight;

    const isVisible = (element: Element): boolean => {
      const { width: w, height: h } = element.getBoundingClientRect();
      return w > 1 && h > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const describe = (element: Element): string => {
      const name =
        element.getAttribute('aria-label') ??
        ((element.textContent ?? '').trim() || element.getAttribute('name') || '');
      const subject = element.closest('[data-test-subj]')?.getAttribute('data-test-subj') ?? '';
      const { x, y, width: w, height: h } = element.getBoundingClientRect();
      const place = [x, y, w, h].map(Math.round).join(' ');
      return `<${element.localName}> "${name.slice(0, 60)}" in [${subject}] at ${place}`;
    };

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width)
      problems.push(`the document is ${scrollWidth} px wide in a window of ${width} px`);

    // The topmost overlay; elements below it need not be reachable.
    const layers = [...document.querySelectorAll(layerSelector)].filter(isVisible);
    const front = layers.at(-1) ?? document.body;

    for (const element of front.querySelectorAll('*')) {
      const { overflowX } = getComputedStyle(element);
      const mayScroll = element.matches('pre, code, table, textarea, [role="table"]');
      const holdsTable = element.querySelector('table, pre, [role="grid"]') !== null;
      const isScrolled = element.scrollWidth > element.clientWidth + 1;
      if (!/auto|scroll/.test(overflowX) || mayScroll || holdsTable || !isScrolled) continue;
      if (isVisible(element)) problems.push(`scrolls sideways: ${describe(element)}`);
    }

    const controls = front.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="radio"], [role="switch"]'
    );
    for (const control of controls) {
      if (!isVisible(control) || control.matches(':disabled')) continue;
      if (control.closest('[inert], [aria-hidden="true"]')) continue;
      control.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = control.getClientRects()[0];
      if (box === undefined) continue;
      const inTable = control.closest('table, pre, [role="grid"]') !== null;
      if (!inTable && (box.left < -1 || box.right > width + 1)) {
        problems.push(`cut off at the side: ${describe(control)}`);
        continue;
      }
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      if (x < 0 || y < 0 || x > width || y > height) {
        problems.push(`cannot be scrolled into view: ${describe(control)}`);
        continue;
      }
      const hit = document.elementFromPoint(x, y);
      const labels = 'labels' in control ? [...(control.labels as NodeListOf<Element>)] : [];
      const isHit =
        hit !== null && (control.contains(hit) || labels.some((label) => label.contains(hit)));
      const isOwnFrame = hit?.closest('[class*="euiFormControlLayout"]')?.contains(control);
      // A disabled control lets pointer events through to its container.
      const isOff = getComputedStyle(control).pointerEvents === 'none' && hit?.contains(control);
      if (!isHit && !isOwnFrame && !isOff)
        problems.push(
          `covered: ${describe(control)}, by ${hit ? describe(hit) : 'nothing that can be hit'}`
        );
    }
    window.scrollTo(0, 0);
    return problems;
  }, LAYERS);
}
