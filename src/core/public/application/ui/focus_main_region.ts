/** The page's main region, which receives focus from the skip link and after a change of app. */
export const MAIN_REGION_ID = 'app-main';

let isFirstApp = true;

/** Resets the state to that after a page load, for tests. */
export function resetFocusTracking(): void {
  isFirstApp = true;
}

/**
 * Scrolls to the top after another app has opened and moves the focus to its heading, or to the
 * main region if there is none yet, so that keyboard and screen reader users continue there. The
 * focus stays for the first app of a page, which the browser announces itself, and if the app has
 * set it.
 */
export function focusMainRegion(element: HTMLElement | null): void {
  const wasFirst = isFirstApp;
  isFirstApp = false;
  const main = element?.closest<HTMLElement>(`#${MAIN_REGION_ID}`);
  if (wasFirst || !main) return;
  window.scrollTo(0, 0);
  if (main.contains(document.activeElement)) return;
  const heading = main.querySelector<HTMLElement>('h1[tabindex]');
  (heading ?? main).focus({ preventScroll: true });
}
