/**
 * The page's frame: header, banners, main region. The application region is the page's `main`
 * landmark, so apps must not add their own.
 */
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { InternalApplicationStart } from '../application/types';
import { MAIN_REGION_ID } from '../application/ui/focus_main_region';
import type { InternalChromeStart } from '../chrome/types';
import type { OverlayStart } from '../overlays/types';
import { useLazy, useObservable } from '../utils';

/**
 * Prevents loss of focus. If the focused element is removed or disabled (a deleted row, a button
 * that has done its work), its nearest container receives focus, so that keyboard and screen reader
 * users continue there.
 */

/** Closing dialogs restore focus themselves, slightly later. */
export const FOCUS_SETTLE_MS = 100;

/**
 * @param main - the region to watch; dialogs and other elements outside it are not handled
 * @returns a function that stops watching
 */
export function restoreLostFocus(main: HTMLElement): () => void {
  const page = main.ownerDocument;
  /** The last focused element and its ancestors, up to the region itself. */
  let path: readonly HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && main.contains(target)) path = pathTo(target, main);
  };
  const isFocusLost = (): boolean => {
    const [last] = path;
    const hasNone = page.activeElement === page.body || page.activeElement === null;
    return hasNone && last !== undefined && (!last.isConnected || last.matches(':disabled'));
  };
  const restore = () => {
    if (!isFocusLost()) return;
    const next = path.slice(1).find(({ isConnected }) => isConnected);
    path = [];
    if (next !== undefined) focusOnce(next);
  };
  const observer = new MutationObserver(() => {
    if (!isFocusLost()) return;
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

/** Makes an element focusable just this once. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

export interface ShellProps {
  readonly application: InternalApplicationStart;
  readonly chrome: InternalChromeStart;
  readonly overlays: OverlayStart;
}

/**
 * The design system's utility classes, which only components inside the shell use. Apps wait for
 * them: otherwise screen-reader-only texts would be visible briefly and shift the layout.
 */
export const loadUtilityClasses = () => import('./utility_classes');

export function Shell({ application, chrome, overlays }: ShellProps): ReactElement {
  return (
    <div className="content" data-test-subj="kibanaChrome">
      {chrome.getHeaderComponent()}
      <AppWrapper chrome={chrome}>
        <div className="app-wrapper-panel">
          <div id="globalBannerList">{overlays.banners.getComponent()}</div>
          <AppRegion chrome={chrome}>{application.getComponent()}</AppRegion>
        </div>
      </AppWrapper>
    </div>
  );
}

interface RegionProps {
  readonly chrome: InternalChromeStart;
  readonly children: ReactNode;
}

function AppWrapper({ chrome, children }: RegionProps): ReactElement {
  const [isVisible$] = useState(() => chrome.getIsVisible$());
  const isVisible = useObservable(isVisible$, false);
  const classes = useLazy(loadUtilityClasses, isVisible);
  return (
    <div id="app-wrapper" className={isVisible ? 'app-wrapper' : 'app-wrapper hidden-chrome'}>
      {typeof classes === 'object' && <classes.UtilityClasses />}
      {children}
    </div>
  );
}

function AppRegion({ chrome, children }: RegionProps): ReactElement {
  const [classes$] = useState(() => chrome.getApplicationClasses$());
  const classes = useObservable(classes$, NO_CLASSES);
  const region = useRef<HTMLElement>(null);
  useEffect(() => (region.current ? restoreLostFocus(region.current) : undefined), []);
  return (
    <main
      ref={region}
      className={['application', ...classes].join(' ')}
      id={MAIN_REGION_ID}
      tabIndex={-1}
    >
      {children}
    </main>
  );
}

const NO_CLASSES: string[] = [];
