/** Keyboard navigation. Checks at each stop that an element has the focus and shows it visibly. */
import type { Locator, Page } from 'playwright-core';

/** More stops than any of the pages needs. */
const MAX_STOPS = 120;

interface Look {
  readonly element: Element;
  readonly signature: string;
}
type WatchedWindow = Window & { lastStop?: Look };

/**
 * Presses Tab until the element has the focus.
 * @throws if a stop shows no visible focus, or if the element is not reached
 */
export async function tabTo(
  page: Page,
  target: Locator,
  { key = 'Tab' }: { readonly key?: 'Tab' | 'Shift+Tab' } = {}
): Promise<void> {
  const passed: string[] = [];
  while (!(await hasFocus(target))) {
    if (passed.length === MAX_STOPS)
      throw new Error(`${String(target)} was not reached. The stops were:\n${passed.join('\n')}`);
    await page.keyboard.press(key);
    const { name, unseen } = await page.evaluate(lookAtFocus);
    if (unseen !== undefined) throw new Error(`The focus could not be seen on ${unseen}`);
    passed.push(name);
  }
}

async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false;
  return target.evaluate((element) => element === document.activeElement);
}

/**
 * Runs in the page. Names the focused element, and reports if the previous one looks the same
 * without the focus.
 */
function lookAtFocus(): { name: string; unseen?: string } {
  const page = window as WatchedWindow;
  const nameOf = (element: Element): string => {
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `<${element.localName}> ${text.trim().slice(0, 60)} #${element.id}`;
  };
  const styleOf = (element: Element, pseudo?: string): string => {
    const style = getComputedStyle(element, pseudo);
    const { outline, outlineOffset, boxShadow, borderColor, backgroundColor } = style;
    const { backgroundImage, backgroundSize, textDecoration, opacity } = style;
    return [outline, outlineOffset, boxShadow, borderColor, backgroundColor]
      .concat([backgroundImage, backgroundSize, textDecoration, opacity])
      .join('|');
  };
  const signatureOf = (element: Element): string => {
    const { parentElement } = element;
    const around = [element, parentElement, parentElement?.parentElement].concat(
      [...element.children].slice(0, 2),
      [...(parentElement?.children ?? [])].slice(0, 4)
    );
    return around
      .filter((each): each is Element => each instanceof Element)
      .flatMap((each) => [styleOf(each), styleOf(each, '::before'), styleOf(each, '::after')])
      .join('\n');
  };
  const { lastStop } = page;
  const active = document.activeElement ?? document.body;
  const isUnseen =
    lastStop !== undefined &&
    lastStop.element !== active &&
    lastStop.element.isConnected &&
    signatureOf(lastStop.element) === lastStop.signature;
  // At the end of the page the browser's own controls have the focus.
  page.lastStop =
    active === document.body ? undefined : { element: active, signature: signatureOf(active) };
  return { name: nameOf(active), unseen: isUnseen ? nameOf(lastStop.element) : undefined };
}

/**
 * Waits until the focus is on or inside the element. @throws an error that names the focused
 * element
 */
export async function focusWithin(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle();
  await page
    .waitForFunction((box) => box?.contains(document.activeElement) === true, element)
    .catch(async () => {
      const { name } = await page.evaluate(lookAtFocus);
      throw new Error(`The focus should be in ${String(target)}, but is on ${name}`);
    });
}
