/** Home screen: frequent tasks, the newest saved objects of the tenant, and open setup steps. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiLink,
  EuiSkeletonText,
  EuiText,
  useEuiTheme,
} from '@elastic/eui';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { type CoreStart, t, useObservable } from '@sd/core/public';
import { lazyPage, PageBoundary, PageHeader, PageHelpProvider, usePage } from '@sd/ui_kit';
import { Section } from './section';
import type { HomeDeps } from './home_deps';
import { Setup } from './setup/setup';
import { Tasks } from './tasks';
import { Tour } from './tour';

/** Help of the home page. Source: specification section 2.1 ("Learn more"). */
const HomeHelpTexts = lazyPage(async () => (await import('./home_help_texts')).HomeHelpTexts);

function HomeHeader({ core }: { readonly core: CoreStart }): ReactElement {
  const help = useMemo(
    () => ({
      title: t('home.appTitle', 'Home'),
      documentation: core.docLinks.links['opensearchDashboards']?.['introduction'] ?? '',
      Content: HomeHelpTexts,
    }),
    [core]
  );
  return (
    <PageHelpProvider help={help.documentation === '' ? undefined : help}>
      <PageHeader title={t('home.title', 'Home')} />
    </PageHelpProvider>
  );
}

/** Target size of stacked links (WCAG 2.5.8). */
const TARGET_STYLE = { display: 'inline-block', minBlockSize: 24, minInlineSize: 24 } as const;

function RecentlyViewed({ core: { chrome, http } }: { readonly core: CoreStart }): ReactElement {
  const [items$] = useState(() => chrome.recentlyAccessed.get$());
  const items = useObservable(items$, chrome.recentlyAccessed.get());
  return (
    <Section title={t('home.recent.title', 'Recently viewed')} testSubject="homeRecentlyViewed">
      <EuiText size="s">
        {items.length === 0 ? (
          <p>{t('home.recent.empty', 'No recently viewed items')}</p>
        ) : (
          <ul>
            {items.map(({ id, link, label }) => (
              <li key={id}>
                <EuiLink href={http.basePath.prepend(link)} style={TARGET_STYLE}>
                  {label}
                </EuiLink>
              </li>
            ))}
          </ul>
        )}
      </EuiText>
    </Section>
  );
}

/** For users without administration. */
function MyAccess({ security }: Required<Pick<HomeDeps, 'security'>>): ReactElement | null {
  const hasApiAccess = useObservable(security.hasApiAccess$, true);
  const [Access] = useState(() => lazyPage(() => security.loadMyAccess()));
  if (hasApiAccess) return null;
  return (
    <Section title={t('home.access.title', 'My access')} testSubject="homeAccess">
      <PageBoundary resetKey={undefined} headingLevel="h2">
        <Suspense fallback={<EuiSkeletonText lines={6} />}>
          <Access />
        </Suspense>
      </PageBoundary>
    </Section>
  );
}

/** Loads without delaying the rest of the screen. */
const SavedObjectsSection = lazyPage(
  async () => (await import('./saved_objects/saved_objects_section')).SavedObjectsSection
);

export function HomeScreen(deps: HomeDeps): ReactElement {
  const { core, security } = deps;
  const { size } = useEuiTheme().euiTheme;
  usePage([]);
  return (
    // The shell already provides the main region.
    <div style={{ inlineSize: '100%', padding: size.base }} data-test-subj="homeScreen">
      <HomeHeader core={core} />
      <EuiFlexGroup gutterSize="xl" wrap>
        {/* On narrow screens the second column follows below. */}
        <EuiFlexItem grow={3} style={{ flexBasis: 480, minInlineSize: 'min(100%, 480px)' }}>
          {security && <Tasks core={core} security={security} />}
          {security && <Tour core={core} security={security} />}
          {security && <MyAccess security={security} />}
          <PageBoundary resetKey={undefined} headingLevel="h2">
            <Suspense fallback={<EuiSkeletonText lines={10} />}>
              <SavedObjectsSection {...deps} />
            </Suspense>
          </PageBoundary>
        </EuiFlexItem>
        <EuiFlexItem grow={1} style={{ flexBasis: 280, minInlineSize: 'min(100%, 280px)' }}>
          <RecentlyViewed core={core} />
          {/* Last, because it arrives later than the rest. */}
          {security && <Setup core={core} security={security} />}
        </EuiFlexItem>
      </EuiFlexGroup>
    </div>
  );
}
