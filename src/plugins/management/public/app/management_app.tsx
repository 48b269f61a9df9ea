/** Frame of the app: side navigation and the page at the current address. */
import { EuiLink, EuiPanel, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ChromeBreadcrumb, type DocLinksStart, ScopedHistory, t } from '@sd/core/public';
import {
  AppFrame,
  draftAddress,
  isMissingBundle,
  lazyPage,
  LoadError,
  NotFoundPage,
  PageFailure,
  PageHeader,
  type PageHelp,
  PageHelpProvider,
  PageLoading,
  SideNav,
  useAppLocation,
  useKit,
  useLink,
  usePage,
} from '@sd/ui_kit';
import { OBJECTS_SECTION_ID, SETTINGS_SECTION_ID } from '../../common';
import { findSection, sectionPath } from '../services/section_registry';
import type { ManagementSection, ManagementSectionMountParams } from '../types';

/** Help of the built-in sections. Source: specification section 2.1 ("Learn more"). */
const SettingsHelp = lazyPage(async () => (await import('./help_texts')).SettingsHelp);
const ObjectsHelp = lazyPage(async () => (await import('./help_texts')).ObjectsHelp);

/** `undefined` for sections of other plugins, which provide help on their own pages. */
function helpOfSection(
  sectionId: string | undefined,
  { links }: DocLinksStart
): PageHelp | undefined {
  const { advancedSettings, savedObjects } = links['opensearchDashboards'] ?? {};
  if (sectionId === SETTINGS_SECTION_ID && advancedSettings !== undefined)
    return {
      title: t('management.settings.title', 'Advanced settings'),
      documentation: advancedSettings,
      Content: SettingsHelp,
    };
  if (sectionId === OBJECTS_SECTION_ID && savedObjects !== undefined)
    return {
      title: t('management.objects.title', 'Saved objects'),
      documentation: savedObjects,
      Content: ObjectsHelp,
    };
  return undefined;
}

/** Landing page with all sections. */
interface LandingPageProps {
  readonly sections: readonly ManagementSection[];
}

const NO_CRUMBS = [] as const;

function LandingPage({ sections }: LandingPageProps): ReactElement {
  const { root } = useKit();
  const link = useLink();
  usePage(NO_CRUMBS);
  return (
    <div data-test-subj="managementLanding">
      <PageHeader
        title={root.text}
        description={t(
          'management.landing.description',
          'Settings and saved objects of the current tenant.'
        )}
      />
      <ul
        style={{
          display: 'grid',
          gap: 16,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
        }}
      >
        {sections.map((section) => (
          <li key={section.id}>
            <EuiPanel hasBorder hasShadow={false} style={{ height: '100%' }}>
              <EuiTitle size="s">
                <h2>
                  <EuiLink {...link(sectionPath(section))}>{section.title}</EuiLink>
                </h2>
              </EuiTitle>
              <EuiSpacer size="s" />
              <EuiText size="s" color="subdued">
                <p>{section.description}</p>
              </EuiText>
            </EuiPanel>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Mounts a section below its heading and reports a failed mount. */
type MountState =
  | { readonly phase: 'mounting' }
  | { readonly phase: 'mounted' }
  | { readonly phase: 'failed'; readonly error: unknown };

function SectionPage({ section }: { readonly section: ManagementSection }): ReactElement {
  const kit = useKit();
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<MountState>({ phase: 'mounting' });
  const [crumbs, setCrumbs] = useState<readonly ChromeBreadcrumb[]>();
  usePage([{ text: section.title }], crumbs);

  useEffect(() => {
    const element = document.createElement('div');
    container.current?.append(element);
    const path = sectionPath(section);
    const history = new ScopedHistory(kit.history, path);
    const draft = { href: draftAddress(kit.history, path), label: section.title };
    /** The section reported unsaved changes but keeps no draft of them. */
    let isReported = false;
    const report = (hasUnsavedChanges: boolean) => {
      if (hasUnsavedChanges) kit.drafts.keep(draft, () => undefined);
      else if (isReported) kit.drafts.drop(draft.href);
      isReported = hasUnsavedChanges;
    };
    const params: ManagementSectionMountParams = {
      element,
      history,
      kit: { ...kit, history },
      setBreadcrumbs: setCrumbs,
      setUnsavedChanges: report,
    };
    let isUnmounted = false;
    let unmount: (() => void) | undefined;
    setState({ phase: 'mounting' });
    const mount = async () => section.mount(params);
    mount().then(
      (done) => {
        if (isUnmounted) return done();
        unmount = done;
        setState({ phase: 'mounted' });
      },
      (error: unknown) => {
        if (!isUnmounted) setState({ phase: 'failed', error });
      }
    );
    return () => {
      isUnmounted = true;
      report(false);
      unmount?.();
      element.remove();
    };
  }, [section, kit, attempt]);

  return (
    <div data-test-subj="managementSection">
      <PageHeader title={section.title} description={section.description} />
      {state.phase === 'mounting' && <PageLoading />}
      {state.phase === 'failed' && (
        <MountFailure error={state.error} onRetry={() => setAttempt(attempt + 1)} />
      )}
      <div ref={container} />
    </div>
  );
}

function MountFailure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactElement {
  if (isMissingBundle(error))
    return (
      <PageFailure error={error} headingLevel="h2" onReload={() => window.location.reload()} />
    );
  return (
    <LoadError
      title={t('management.section.error', "Couldn't load the page")}
      error={error}
      onRetry={onRetry}
    />
  );
}

interface ManagementAppProps {
  readonly sections: readonly ManagementSection[];
}

/** Path in OpenSearch Dashboards of the sections that are below `kibana` here. */
const LEGACY_ROOT = '/opensearch-dashboards/';

export function ManagementApp({ sections }: ManagementAppProps): ReactElement {
  const { pathname, search, hash } = useAppLocation();
  const { core, history } = useKit();
  const isFormer = pathname.startsWith(LEGACY_ROOT);
  useLayoutEffect(() => {
    if (isFormer) history.replace(`/kibana/${pathname.slice(LEGACY_ROOT.length)}${search}${hash}`);
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
    body={t('management.notFound.body', 'There is no page at this address in Management.')}
    linkPath="/"
    linkText={t('management.notFound.link', 'Show Management')}
  />
);
