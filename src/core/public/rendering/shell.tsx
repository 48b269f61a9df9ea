/**
 * The page's frame: header, banners, main region. Ids and classes are those of
 * docs/reference/core.md#page-frame; the application region is the page's `main` landmark, so apps
 * bring none of their own.
 */
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { InternalApplicationStart } from '../application/types';
import { MAIN_REGION_ID } from '../application/ui/focus_main_region';
import type { InternalChromeStart } from '../chrome/types';
import type { OverlayStart } from '../overlays/types';
import { useLazy, useObservable } from '../utils';
import { restoreLostFocus } from './restore_focus';

export interface ShellProps {
  readonly application: InternalApplicationStart;
  readonly chrome: InternalChromeStart;
  readonly overlays: OverlayStart;
}

/**
 * The design system's helper classes: only components inside the shell use them. Apps wait for
 * them, or texts that only screen readers say would show for a moment and move the others.
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
