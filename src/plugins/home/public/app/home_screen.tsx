/** Home screen: the current tenant, the available apps and the tenant's saved objects. */
import {
  EuiBadge,
  EuiButton,
  EuiFlexGroup,
  EuiFlexItem,
  EuiLink,
  EuiPanel,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useEuiTheme,
} from '@elastic/eui';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import {
  type CoreStart,
  FormattedMessage,
  type PublicAppInfo,
  t,
  useObservable,
} from '@sd/core/public';
import { lazyPage, PageBoundary, PageHelpLinks, PageHelpProvider, usePage } from '@sd/ui_kit';
import { Section } from './section';
import { visibleApps } from '../services/visible_apps';
import { appLinkProps } from './app_link';
import type { SecurityPluginStart } from '../../../security/public';
import type { HomeDeps } from './home_deps';
import { Setup } from './setup/setup';
import { Tasks } from './tasks';

/** Help of the home page. Source: specification section 2.1 ("Learn more"). */
const HomeHelpTexts = lazyPage(async () => (await import('./home_help_texts')).HomeHelpTexts);

function HomeHelp({ core }: { readonly core: CoreStart }): ReactElement {
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
      <EuiText size="s" component="div">
        <PageHelpLinks />
      </EuiText>
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

/** Links to the apps that the user may open. */
const NO_APPS: ReadonlyMap<string, PublicAppInfo> = new Map();

function AppLinks({ core: { application } }: { readonly core: CoreStart }): ReactElement | null {
  const apps = visibleApps(useObservable(application.applications$, NO_APPS));
  if (apps.length === 0) return null;
  return (
    <Section title={t('home.apps.title', 'Apps')} testSubject="homeApps">
      <EuiFlexGroup gutterSize="m" wrap responsive={false} component="ul">
        {apps.map(({ id, title, euiIconType }) => (
          <EuiFlexItem key={id} grow={false} component="li" style={{ maxWidth: '100%' }}>
            <EuiButton
              {...appLinkProps(application, id)}
              color="text"
              iconType={euiIconType ?? 'apps'}
              data-test-subj={`homeApp-${id}`}
            >
              {title}
            </EuiButton>
          </EuiFlexItem>
        ))}
      </EuiFlexGroup>
    </Section>
  );
}

/** Shows the current tenant and opens the tenant switcher. */
function TenantPanel({
  security,
}: {
  readonly security: SecurityPluginStart;
}): ReactElement | null {
  const tenant = useObservable(security.currentTenant$, undefined);
  if (!tenant) return null;
  return (
    <>
      <EuiPanel hasBorder hasShadow={false} paddingSize="m" data-test-subj="homeTenant">
        <EuiFlexGroup
          alignItems="center"
          justifyContent="spaceBetween"
          gutterSize="m"
          responsive={false}
          wrap
        >
          {/* In a narrow window the button wraps below the text instead of squeezing it. */}
          <EuiFlexItem style={{ minWidth: 180 }}>
            <EuiText>
              <p>
                <FormattedMessage
                  id="home.tenant.current"
                  defaultMessage={'You are working in the tenant {tenant}.'}
                  values={{
                    tenant: <strong data-test-subj="homeTenantName">{tenant.label}</strong>,
                  }}
                />{' '}
                {!tenant.canWrite && (
                  <EuiBadge iconType="readOnly">{t('home.tenant.readOnly', 'Read only')}</EuiBadge>
                )}
              </p>
              {!tenant.canWrite && (
                <p>
                  {t(
                    'home.tenant.readOnlyHint',
                    'You can view everything in this tenant, but not change it.'
                  )}
                </p>
              )}
            </EuiText>
          </EuiFlexItem>
          <EuiFlexItem grow={false}>
            <EuiButton
              onClick={() => security.openTenantSwitcher()}
              iconType="users"
              data-test-subj="homeSwitchTenant"
            >
              {t('home.tenant.switch', 'Switch tenant')}
            </EuiButton>
          </EuiFlexItem>
        </EuiFlexGroup>
      </EuiPanel>
      <EuiSpacer size="l" />
    </>
  );
}

/** Loads the table components without delaying the rest of the screen. */
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
      <EuiTitle size="l">
        <h1>{t('home.title', 'Home')}</h1>
      </EuiTitle>
      <EuiSpacer size="s" />
      <HomeHelp core={core} />
      <EuiSpacer size="m" />
      {security && <TenantPanel security={security} />}
      {security && <Tasks core={core} security={security} />}
      {security && <Setup core={core} security={security} />}
      <AppLinks core={core} />
      <EuiFlexGroup gutterSize="l" wrap>
        {/* The table needs the width. On narrow screens the lists follow below it. */}
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
