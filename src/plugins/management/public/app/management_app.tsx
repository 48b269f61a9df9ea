/** Frame of the app: side navigation, and the page that the address names. */
import { FormattedMessage } from '@sd/core/public';
import {
  AppFrame,
  NotFoundPage,
  PageHelpProvider,
  SideNav,
  useAppLocation,
  useKit,
} from '@sd/ui_kit';
import { type ReactElement, useLayoutEffect } from 'react';
import { findSection, sectionPath } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { LandingPage } from './landing_page';
import { helpOfSection } from './section_help';
import { SectionPage } from './section_page';

export interface ManagementAppProps {
  readonly sections: readonly ManagementSection[];
}

/** Where the ecosystem has the sections that are below `kibana` here. */
const FORMER_ROOT = '/opensearch-dashboards/';

export function ManagementApp({ sections }: ManagementAppProps): ReactElement {
  const { pathname, search, hash } = useAppLocation();
  const { core, history } = useKit();
  const isFormer = pathname.startsWith(FORMER_ROOT);
  useLayoutEffect(() => {
    if (isFormer) history.replace(`/kibana/${pathname.slice(FORMER_ROOT.length)}${search}${hash}`);
  }, [history, isFormer, pathname, search, hash]);
  const section = findSection(sections, pathname);
  return (
    <PageHelpProvider help={helpOfSection(section?.id, core.docLinks)}>
      <AppFrame
        sideNav={
          <SideNav
            isRootLinked
            entries={sections.map((one) => ({ path: sectionPath(one), title: one.title }))}
          />
        }
      >
        {section ? (
          <SectionPage key={section.id} section={section} />
        ) : pathname === '' || pathname === '/' ? (
          <LandingPage sections={sections} />
        ) : (
          <NoSuchPage />
        )}
      </AppFrame>
    </PageHelpProvider>
  );
}

const NoSuchPage = (): ReactElement => (
  <NotFoundPage
    body={
      <FormattedMessage
        id="management.notFound.body"
        defaultMessage="There is no page at this address in Management."
      />
    }
    linkPath="/"
    linkText={
      <FormattedMessage id="management.notFound.link" defaultMessage="Show all of Management" />
    }
  />
);
