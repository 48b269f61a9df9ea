/** The page's main region: where the skip link and focus after a change of app go. */
export const MAIN_REGION_ID = 'app-main';

let isFirstApp = true;

/** For tests: as after loading the page. */
export function resetFocusTracking(): void {
  isFirstApp = true;
}

/**
 * Moves the focus to the main region after another app has opened, so that keyboard and screen
 * reader go on there. Not for the first app of a page, which the browser announces itself, and not
 * when the app has put the focus somewhere.
 */
export function focusMainRegion(element: HTMLElement | null): void {
  const wasFirst = isFirstApp;
  isFirstApp = false;
  const main = element?.closest<HTMLElement>(`#${MAIN_REGION_ID}`);
  if (wasFirst || !main || main.contains(document.activeElement)) return;
  main.focus({ preventScroll: true });
}
