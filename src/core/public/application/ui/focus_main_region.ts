/** The page's main region, which receives focus from the skip link and after a change of app. */
export const MAIN_REGION_ID = 'app-main';

let isFirstApp = true;

/** Resets the state to that after a page load, for tests. */
export function resetFocusTracking(): void {
  isFirstApp = true;
}

/**
 * Moves the focus to the main region after another app has opened, so that keyboard and screen
 * reader users continue there. Skipped for the first app of a page, which the browser announces
 * itself, and if the app has set the focus.
 */
export function focusMainRegion(element: HTMLElement | null): void {
  const wasFirst = isFirstApp;
  isFirstApp = false;
  const main = element?.closest<HTMLElement>(`#${MAIN_REGION_ID}`);
  if (wasFirst || !main || main.contains(document.activeElement)) return;
  main.focus({ preventScroll: true });
}
