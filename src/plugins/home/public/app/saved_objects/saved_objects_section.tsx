/**
 * Saved objects of the tenant. Every query runs on the server, so a tenant switch takes effect
 * immediately.
 */
import { lazy, type MouseEvent, type ReactElement, Suspense, useMemo, useState } from 'react';
import { EuiButtonIcon, EuiLink, EuiSpacer, EuiText } from '@elastic/eui';
import { NEVER } from 'rxjs';
import { AppStatus, type CoreStart, type PublicAppInfo, t, useObservable } from '@sd/core/public';
import {
  ChangedTime,
  DASH,
  type ListColumn,
  ListTable,
  ListToolbar,
  ObjectType,
  useColumns,
  useList,
} from '@sd/ui_kit';
import type { ManagementPluginStart } from '../../../../management/public';
import { type ObjectRow, objectsSource } from '../../services/objects_source';
import { appLinkProps } from '../app_link';
import { copyText } from '../../services/copy_text';
import type { HomeDeps } from '../home_deps';
import { Section } from '../section';

/** App of {@link ManagementPluginStart.objectPath}. */
const MANAGEMENT_APP_ID = 'management';
const NO_APPS: ReadonlyMap<string, PublicAppInfo> = new Map();

export interface ObjectAddresses {
  link(object: ObjectRow): { href: string; onClick: (event: MouseEvent) => void };
  /** Absolute URL, for sharing. */
  url(object: ObjectRow): string;
}

/** `undefined` if there is no management app or the user cannot open it. */
export function useObjectAddresses(
  { application }: Pick<CoreStart, 'application'>,
  management: ManagementPluginStart | undefined
): ObjectAddresses | undefined {
  const apps = useObservable(application.applications$, NO_APPS);
  const isReached = apps.get(MANAGEMENT_APP_ID)?.status === AppStatus.accessible;
  return useMemo(
    () =>
      management && isReached
        ? {
            link: (object) =>
              appLinkProps(application, MANAGEMENT_APP_ID, management.objectPath(object)),
            url: (object) =>
              application.getUrlForApp(MANAGEMENT_APP_ID, {
                path: management.objectPath(object),
                absolute: true,
              }),
          }
        : undefined,
    [application, management, isReached]
  );
}

/** Column definitions for the tenant's saved objects. */
export interface ObjectColumnsOptions {
  /** The `dateFormat` setting. */
  readonly dateFormat: string;
  /** If absent, objects can neither be opened nor shared. */
  readonly addresses: ObjectAddresses | undefined;
  readonly share: (object: ObjectRow) => void;
  readonly copyLink: (object: ObjectRow) => void;
}

export const objectColumns = ({
  dateFormat,
  addresses,
  share,
  copyLink,
}: ObjectColumnsOptions): ReadonlyArray<ListColumn<ObjectRow>> => [
  {
    id: 'title',
    name: t('home.objects.column.title', 'Title'),
    sortField: 'title',
    isFixed: true,
    render: (object) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        {addresses ? <EuiLink {...addresses.link(object)}>{object.title}</EuiLink> : object.title}
        {object.description !== '' && (
          <EuiText size="xs" color="subdued">
            {object.description}
          </EuiText>
        )}
      </div>
    ),
  },
  {
    id: 'type',
    name: t('home.objects.column.type', 'Type'),
    sortField: 'type',
    render: ({ type }) => <ObjectType type={type} />,
  },
  {
    id: 'changed',
    name: t('home.objects.column.changed', 'Changed'),
    sortField: 'changed',
    render: ({ changedAt }) =>
      changedAt === undefined ? DASH : <ChangedTime at={changedAt} format={dateFormat} />,
  },
  ...(addresses ? [shareColumn(share, copyLink)] : []),
];

const shareColumn = (
  share: ObjectColumnsOptions['share'],
  copyLink: ObjectColumnsOptions['copyLink']
): ListColumn<ObjectRow> => ({
  id: 'share',
  name: t('home.objects.column.share', 'Share'),
  render: (object) => (
    <span style={{ whiteSpace: 'nowrap' }}>
      <EuiButtonIcon
        iconType="link"
        size="s"
        aria-label={t('home.objects.copyLink', 'Copy link to {title}', { title: object.title })}
        onClick={() => copyLink(object)}
        data-test-subj="copyObjectLink"
      />
      <EuiButtonIcon
        iconType="share"
        size="s"
        aria-label={t('home.objects.shareObject', 'Share {title}', { title: object.title })}
        onClick={() => share(object)}
        data-test-subj="shareObject"
      />
    </span>
  ),
});

/** Wire name of the private tenant, as in `CurrentTenant`. */
const PRIVATE_TENANT = '__user__';

/** Loads on first use. */
const ShareDialog = lazy(async () => ({ default: (await import('./share_dialog')).ShareDialog }));

export function SavedObjectsSection({ core, management, security }: HomeDeps): ReactElement {
  const list = useList(useMemo(() => objectsSource(core.http), [core]));
  const addresses = useObjectAddresses(core, management);
  const tenant = useObservable(security?.currentTenant$ ?? NEVER, undefined);
  const [shared, setShared] = useState<ObjectRow>();
  const dateFormat = core.uiSettings.get<string>('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS');
  const isPrivate = tenant?.name === PRIVATE_TENANT;
  const columns = useColumns(
    'objects',
    useMemo(() => {
      const { toasts } = core.notifications;
      const copyLink = async (object: ObjectRow) => {
        const url = addresses?.url(object) ?? '';
        // A private link is not copied directly: the dialog explains that it works for its owner
        // only.
        const isCopied = !isPrivate && (await copyText((await security?.addTenant(url)) ?? url));
        if (isCopied) toasts.addSuccess({ title: copiedText(object.title) });
        else setShared(object);
      };
      return objectColumns({
        ...{ dateFormat, addresses, share: setShared },
        copyLink: (object) => void copyLink(object),
      });
    }, [core, dateFormat, isPrivate, addresses, security])
  );
  return (
    <Section title={t('home.objects.title', 'Saved objects')} testSubject="homeSavedObjects">
      <ListToolbar
        list={list}
        searchLabel={t('home.objects.searchLabel', 'Search saved objects')}
      />
      <EuiSpacer size="s" />
      <ListTable
        list={list}
        columns={columns}
        caption={t('home.objects.caption', 'Saved objects of this tenant')}
        empty={<NoObjects />}
        data-test-subj="homeObjectsTable"
      />
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

const copiedText = (title: string): string =>
  t('home.objects.linkCopied', 'Link to “{title}” copied, including its tenant.', {
    title,
  });

const NoObjects = (): ReactElement => (
  <>
    <p>
      <strong>{t('home.objects.none', 'This tenant has no saved objects yet')}</strong>
    </p>
    <p>{t('home.objects.noneHint', 'Objects saved in this tenant appear here.')}</p>
  </>
);
