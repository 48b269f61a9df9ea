/** Frame of the app: side navigation, and the page that the address names. */
import { EuiPage, EuiPageBody, EuiPageSidebar } from '@elastic/eui';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { CoreStart, GuardedHistory, UnsavedChangesGuard } from '@sd/core/public';
import { findSection } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { LandingPage } from './landing_page';
import { NotFoundPage } from './not_found_page';
import { SectionPage } from './section_page';
import { SideNav } from './side_nav';

export interface ManagementAppProps {
  readonly core: CoreStart;
  readonly sections: readonly ManagementSection[];
  readonly history: GuardedHistory;
  readonly guard: UnsavedChangesGuard;
}

export function ManagementApp({
  core,
  sections,
  history,
  guard,
}: ManagementAppProps): ReactElement {
  const [pathname, setPathname] = useState(history.location.pathname);
  const section = findSection(sections, pathname);
  const place = section?.id ?? pathname;
  const firstPlace = useRef<string | undefined>(place);
  // The first page does not take the focus; once another one was there, every page does.
  if (firstPlace.current !== place) firstPlace.current = undefined;

  useEffect(() => {
    setPathname(history.location.pathname);
    return history.listen((location) => setPathname(location.pathname));
  }, [history]);
  useEffect(() => {
    if (firstPlace.current === undefined) window.scrollTo(0, 0);
  }, [place]);

  const frame = { core, history, takesFocus: firstPlace.current === undefined };
  return (
    <EuiPage paddingSize="m" direction="row" restrictWidth={false}>
      <EuiPageSidebar paddingSize="s" minWidth={208}>
        <SideNav sections={sections} history={history} currentId={section?.id} />
      </EuiPageSidebar>
      <EuiPageBody component="div" paddingSize="none" panelled={false} style={{ minWidth: 0 }}>
        {section ? (
          <SectionPage key={section.id} {...frame} section={section} guard={guard} />
        ) : pathname === '' || pathname === '/' ? (
          <LandingPage {...frame} sections={sections} />
        ) : (
          <NotFoundPage {...frame} />
        )}
      </EuiPageBody>
    </EuiPage>
  );
}
