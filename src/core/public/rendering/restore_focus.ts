/**
 * Keeps the focus from getting lost. When the element that has it goes away or out of use (a
 * deleted row, a button whose work is done), what was around it takes the focus, so that keyboard
 * and screen reader go on there.
 */

/** Closing dialogs give the focus back by themselves, a moment later. */
export const FOCUS_SETTLE_MS = 100;

/**
 * @param main - the region to watch; what lies outside, such as dialogs, looks after itself
 * @returns stops watching
 */
export function restoreLostFocus(main: HTMLElement): () => void {
  const page = main.ownerDocument;
  /** What had the focus last, and what is around it, up to the region itself. */
  let path: readonly HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && main.contains(target)) path = pathTo(target, main);
  };
  const isLost = (): boolean => {
    const [last] = path;
    const hasNone = page.activeElement === page.body || page.activeElement === null;
    return hasNone && last !== undefined && (!last.isConnected || last.matches(':disabled'));
  };
  const restore = () => {
    if (!isLost()) return;
    const next = path.slice(1).find(({ isConnected }) => isConnected);
    path = [];
    if (next !== undefined) focusOnce(next);
  };
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(restore, FOCUS_SETTLE_MS);
  });

  page.addEventListener('focusin', remember);
  observer.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    page.removeEventListener('focusin', remember);
  };
}

function pathTo(target: HTMLElement, main: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [target];
  for (let element = target; element !== main && element.parentElement; path.push(element))
    element = element.parentElement;
  return path;
}

/** What is no control can have the focus for this once. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
