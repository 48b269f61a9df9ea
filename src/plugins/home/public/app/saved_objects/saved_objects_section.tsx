/** The tenant and its newest saved objects. Switching the tenant reloads the page. */
import { lazy, type MouseEvent, type ReactElement, Suspense, useMemo, useState } from 'react';
import {
  EuiBadge,
  EuiButtonIcon,
  EuiLink,
  EuiSkeletonText,
  EuiText,
  useEuiTheme,
} from '@elastic/eui';
import { NEVER } from 'rxjs';
import {
  AppStatus,
  type CoreStart,
  FormattedMessage,
  type PublicAppInfo,
  t,
  useObservable,
} from '@sd/core/public';
import { ChangedTime, LoadError, ObjectType, openAddress, useServerQuery } from '@sd/ui_kit';
import type { ManagementPluginStart } from '../../../../management/public';
import { type ObjectRow, readNewestObjects } from '../../services/newest_objects';
import { appLinkProps } from '../app_link';
import { copyText } from '../../services/copy_text';
import type { HomeDeps } from '../home_deps';
import { Section } from '../section';

/** App of {@link ManagementPluginStart.objectPath}. */
const MANAGEMENT_APP_ID = 'management';
const NO_APPS: ReadonlyMap<string, PublicAppInfo> = new Map();

interface ObjectAddresses {
  link(object: ObjectRow): { href: string; onClick: (event: MouseEvent) => void };
  /** Where the object opens outside this product, if that is configured. */
  elsewhere(object: ObjectRow): string | undefined;
  /** Absolute URL, for sharing. */
  url(object: ObjectRow): string;
  /** The list of all objects. */
  readonly all: { href: string; onClick: (event: MouseEvent) => void };
}

/** `undefined` if there is no management app or the user cannot open it. */
function useObjectAddresses(
  { application }: Pick<CoreStart, 'application'>,
  management: ManagementPluginStart | undefined,
  tenant: string | undefined
): ObjectAddresses | undefined {
  const apps = useObservable(application.applications$, NO_APPS);
  const isReached = apps.get(MANAGEMENT_APP_ID)?.status === AppStatus.accessible;
  return useMemo(
    () =>
      management && isReached
        ? {
            link: (object) =>
              appLinkProps(application, MANAGEMENT_APP_ID, management.objectPath(object)),
            elsewhere: (object) => openAddress(management.openWith, object, tenant),
            url: (object) =>
              application.getUrlForApp(MANAGEMENT_APP_ID, {
                path: management.objectPath(object),
                absolute: true,
              }),
            all: appLinkProps(application, MANAGEMENT_APP_ID, management.objectsPath),
          }
        : undefined,
    [application, management, isReached, tenant]
  );
}

/** Wire name of the private tenant, as in `CurrentTenant`. */
const PRIVATE_TENANT = '__user__';

/** Loads on first use. */
const ShareDialog = lazy(async () => ({ default: (await import('./share_dialog')).ShareDialog }));

export function SavedObjectsSection({ core, management, security }: HomeDeps): ReactElement {
  const { data, error, isLoading, reload } = useServerQuery(['home', 'objects'], (signal) =>
    readNewestObjects(core.http, signal)
  );
  const tenant = useObservable(security?.currentTenant$ ?? NEVER, undefined);
  const addresses = useObjectAddresses(core, management, tenant?.name);
  const [shared, setShared] = useState<ObjectRow>();
  const borderBlockEnd = useEuiTheme().euiTheme.border.thin;
  const isPrivate = tenant?.name === PRIVATE_TENANT;
  const copyLink = async (object: ObjectRow) => {
    const url = addresses?.url(object) ?? '';
    // A private link is not copied directly: the dialog explains that it works for its owner only.
    const isCopied = !isPrivate && (await copyText((await security?.addTenant(url)) ?? url));
    if (isCopied) core.notifications.toasts.addSuccess({ title: copiedText(object.title) });
    else setShared(object);
  };
  return (
    <Section
      title={
        tenant ? (
          <FormattedMessage
            id="home.objects.inTenant"
            defaultMessage="Saved objects in {tenant}"
            values={{ tenant: <span data-test-subj="homeTenantName">{tenant.label}</span> }}
          />
        ) : (
          t('home.objects.title', 'Saved objects')
        )
      }
      testSubject="homeSavedObjects"
    >
      {tenant && !tenant.canWrite && (
        <EuiText size="s">
          <p>
            <EuiBadge iconType="readOnly">{t('home.tenant.readOnly', 'Read only')}</EuiBadge>{' '}
            {t(
              'home.tenant.readOnlyHint',
              'You can view everything in this tenant, but not change it.'
            )}
          </p>
        </EuiText>
      )}
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <EuiSkeletonText lines={10} />}
      {data?.total === 0 && <NoObjects />}
      {data && data.total > 0 && (
        <EuiText size="s" component="div">
          <ul style={LIST} aria-label={t('home.objects.newest', 'Newest objects')}>
            {data.newest.map((object) => (
              <li key={`${object.type}/${object.id}`} style={{ ...ROW, borderBlockEnd }}>
                <div style={{ flex: '1 1 160px', minInlineSize: 0, overflowWrap: 'anywhere' }}>
                  <ObjectTitle object={object} addresses={addresses} />
                </div>
                <div style={{ flex: '0 1 130px' }}>
                  <ObjectType type={object.type} />
                </div>
                <div style={{ flex: '0 1 120px' }}>
                  {object.changedAt !== undefined && (
                    <ChangedTime
                      at={object.changedAt}
                      format={core.uiSettings.get<string>('dateFormat', DATE_FORMAT)}
                    />
                  )}
                </div>
                {addresses && (
                  <EuiButtonIcon
                    iconType="link"
                    size="s"
                    aria-label={t('home.objects.copyLink', 'Copy link to {title}', {
                      title: object.title,
                    })}
                    onClick={() => void copyLink(object)}
                    data-test-subj="copyObjectLink"
                  />
                )}
              </li>
            ))}
          </ul>
          {addresses && (
            <p style={{ marginBlockStart: 12 }}>
              <EuiLink {...addresses.all}>
                {t(
                  'home.objects.all',
                  'Show {total, plural, one {1 object} other {all {total, number} objects}}',
                  { total: data.total }
                )}
              </EuiLink>
            </p>
          )}
        </EuiText>
      )}
      {shared && addresses && (
        <Suspense fallback={null}>
          <ShareDialog
            name={shared.title}
            url={addresses.url(shared)}
            complete={security?.addTenant}
            isPrivate={isPrivate}
            onClose={() => setShared(undefined)}
          />
        </Suspense>
      )}
    </Section>
  );
}

/** Opens where the object can be seen; this product's own page of it is next to that. */
function ObjectTitle({
  object,
  addresses,
}: {
  readonly object: ObjectRow;
  readonly addresses: ObjectAddresses | undefined;
}): ReactElement {
  if (!addresses) return <>{object.title}</>;
  const elsewhere = addresses.elsewhere(object);
  if (elsewhere === undefined) return <EuiLink {...addresses.link(object)}>{object.title}</EuiLink>;
  return (
    <>
      <EuiLink href={elsewhere} target="_blank">
        {object.title}
      </EuiLink>
      <EuiButtonIcon
        iconType="inspect"
        size="xs"
        aria-label={t('home.objects.details', 'Contents of {title}', { title: object.title })}
        {...addresses.link(object)}
      />
    </>
  );
}

const DATE_FORMAT = 'MMM D, YYYY @ HH:mm:ss.SSS';
const LIST = { listStyle: 'none', margin: 0, padding: 0 } as const;
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  // On phones a row wraps, and its lines stay together.
  gap: '0 12px',
  paddingBlock: 2,
  minBlockSize: 40,
} as const;

const copiedText = (title: string): string =>
  t('home.objects.linkCopied', 'Link to “{title}” copied, including its tenant.', {
    title,
  });

const NoObjects = (): ReactElement => (
  <EuiText size="s">
    <p>
      <strong>{t('home.objects.none', 'This tenant has no saved objects yet')}</strong>
    </p>
    <p>{t('home.objects.noneHint', 'Objects saved in this tenant appear here.')}</p>
  </EuiText>
);
