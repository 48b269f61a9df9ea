/** Home: where am I, what can I open, what is in my tenant. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiSkeletonText,
  EuiSpacer,
  EuiTitle,
  useEuiTheme,
} from '@elastic/eui';
import { Suspense, type ReactElement } from 'react';
import { FormattedMessage } from '@sd/core/public';
import { lazyPage, PageBoundary, usePage } from '@sd/ui_kit';
import { AppLinks } from './app_links';
import type { HomeDeps } from './home_deps';
import { HomeHelp } from './home_help';
import { RecentlyViewed } from './recently_viewed';
import { SetUp } from './setup/set_up';
import { Tasks } from './tasks';
import { TenantPanel } from './tenant_panel';

/** With the design system's tables, which the rest of the screen does not wait for. */
const SavedObjectsSection = lazyPage(
  async () => (await import('./saved_objects/saved_objects_section')).SavedObjectsSection
);

export function HomeScreen(deps: HomeDeps): ReactElement {
  const { core, security } = deps;
  const { size } = useEuiTheme().euiTheme;
  usePage([]);
  return (
    // The shell has the main region already.
    <div style={{ inlineSize: '100%', padding: size.base }} data-test-subj="homeScreen">
      <EuiTitle size="l">
        <h1>
          <FormattedMessage id="home.title" defaultMessage="Home" />
        </h1>
      </EuiTitle>
      <EuiSpacer size="s" />
      <HomeHelp core={core} />
      <EuiSpacer size="m" />
      {security && <TenantPanel security={security} />}
      {security && <Tasks core={core} security={security} />}
      {security && <SetUp core={core} security={security} />}
      <AppLinks core={core} />
      <EuiFlexGroup gutterSize="l" wrap>
        {/* The table needs room; below it, on narrow screens, come the lists. */}
        <EuiFlexItem grow={3} style={{ flexBasis: 480, minWidth: 'min(100%, 480px)' }}>
          <PageBoundary resetKey={undefined} headingLevel="h2">
            <Suspense fallback={<EuiSkeletonText lines={10} />}>
              <SavedObjectsSection {...deps} />
            </Suspense>
          </PageBoundary>
        </EuiFlexItem>
        <EuiFlexItem grow={1} style={{ flexBasis: 240, minWidth: 'min(100%, 240px)' }}>
          <RecentlyViewed core={core} />
        </EuiFlexItem>
      </EuiFlexGroup>
    </div>
  );
}
