/** Resource sharing: resources that plugins let users share. */
import {
  EuiBadge,
  EuiButton,
  EuiFieldSearch,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { Recipients, SharedResource } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import {
  lazyPage,
  LoadError,
  PageHeader,
  PageLoading,
  type TableColumn,
  TruncatedList,
  useAppLocation,
  useChanged,
  usePage,
  useServerQuery,
  WrappingText,
} from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { LIST_SHARED_RESOURCES, RESOURCES_PATH } from '../../common';
import { useAdmin, useParts, withParts } from '../parts';
import { resourcesTitle } from '../texts';
import { resourcesKey, useResourceSharing } from './queries';
import { EVERYBODY } from './sharing_changes';

const SharingDialog = lazyPage(async () => (await import('./sharing_dialog')).SharingDialog);

function ResourcesPage(): ReactElement {
  const { MissingFeature } = useParts();
  usePage([{ text: resourcesTitle() }]);
  const { data, error, reload, isLoading } = useResourceSharing();
  if (error !== undefined)
    return <LoadError error={error} onRetry={reload} isRetrying={isLoading} />;
  if (!data && isLoading) return <PageLoading />;
  if (!data?.is_enabled)
    return (
      <MissingFeature
        title={resourcesTitle()}
        reason={t(
          'clusters.resources.missing',
          'Needs OpenSearch 3.3 or later with resource sharing turned on.'
        )}
      />
    );
  return <Types types={data.types} />;
}

export const resourcesPage = withParts(ResourcesPage);

interface TypesProps {
  readonly types: ReadonlyArray<{
    readonly type: string;
    readonly access_levels: readonly string[];
  }>;
}

function Types({ types }: TypesProps): ReactElement {
  const { history } = useAdmin().kit.services;
  const named = new URLSearchParams(useAppLocation().search).get('type');
  const chosen = types.find(({ type }) => type === named) ?? types[0];
  return (
    <>
      <PageHeader
        title={resourcesTitle()}
        description={t(
          'clusters.resources.intro',
          'Plugin resources that you own or that are shared with you, and who has access to them.'
        )}
      />
      {chosen ? (
        <>
          <EuiFormRow label={t('clusters.resources.type', 'Resource type')}>
            <EuiSelect
              value={chosen.type}
              options={types.map(({ type }) => ({ value: type, text: type }))}
              onChange={({ target }) =>
                history.replace({
                  pathname: RESOURCES_PATH,
                  search: `?${new URLSearchParams({ type: target.value })}`,
                })
              }
            />
          </EuiFormRow>
          <EuiSpacer size="m" />
          <Resources key={chosen.type} {...chosen} />
        </>
      ) : (
        <EuiText>
          <p>
            {t(
              'clusters.resources.noTypes',
              'No plugin on the cluster has resources that can be shared.'
            )}
          </p>
        </EuiText>
      )}
    </>
  );
}

function Resources({ type, access_levels: levels }: TypesProps['types'][number]): ReactElement {
  const { PagedTable } = useParts();
  const { core } = useAdmin();
  const changed = useChanged();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<SharedResource>();
  const columns = useMemo(() => toColumns(setOpened), []);
  const { data, error, reload, isLoading } = useServerQuery(resourcesKey(type), (signal) =>
    send(core.http, LIST_SHARED_RESOURCES, { query: { type }, signal })
  );
  const items = useMemo(() => {
    const text = search.trim().toLowerCase();
    return (data?.resources ?? []).filter((one) =>
      `${one.id}\n${one.owner}`.toLowerCase().includes(text)
    );
  }, [data, search]);
  if (error !== undefined)
    return <LoadError error={error} onRetry={reload} isRetrying={isLoading} />;
  if (!data) return <PageLoading />;
  return (
    <>
      <EuiFieldSearch
        value={search}
        placeholder={t('clusters.resources.search', 'Search by id or owner')}
        aria-label={t('clusters.resources.search', 'Search by id or owner')}
        onChange={({ target }) => setSearch(target.value)}
      />
      <EuiSpacer size="m" />
      <PagedTable<SharedResource>
        key={search}
        caption={t('clusters.resources.caption', 'Resources of the type {type}', { type })}
        items={items}
        idOf={({ id }) => id}
        columns={columns}
        empty={
          search === ''
            ? t(
                'clusters.resources.none',
                'You own no resources of this type, and none are shared with you.'
              )
            : t('clusters.resources.notFound', 'No resource matches.')
        }
      />
      {data.total > data.resources.length && (
        <EuiText size="s" color="subdued">
          <p>
            {t(
              'clusters.resources.cut',
              'The first {shown, number} of {total, number} resources are listed.',
              { shown: data.resources.length, total: data.total }
            )}
          </p>
        </EuiText>
      )}
      {opened && (
        <Suspense fallback={null}>
          <SharingDialog
            type={type}
            levels={levels}
            resource={opened}
            onClose={(isChanged) => {
              setOpened(undefined);
              if (isChanged) changed(resourcesKey(type));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const toColumns = (
  open: (resource: SharedResource) => void
): ReadonlyArray<TableColumn<SharedResource>> => [
  {
    id: 'id',
    name: t('clusters.resources.id', 'Resource'),
    render: ({ id }) => <WrappingText text={id} />,
  },
  {
    id: 'owner',
    name: t('clusters.resources.owner', 'Owner'),
    render: ({ owner, tenant }) => (
      <WrappingText text={tenant === undefined ? owner : `${owner} (${tenant})`} />
    ),
  },
  {
    id: 'shared',
    name: t('clusters.resources.shared', 'Shared with'),
    render: ({ id, share_with: sharedWith, general_access: general }) => (
      <SharedWith id={id} sharedWith={sharedWith} general={general} />
    ),
  },
  {
    id: 'actions',
    name: t('clusters.common.actions', 'Actions'),
    isControl: true,
    render: (resource) =>
      resource.can_share ? (
        <EuiButton
          size="s"
          aria-label={t('clusters.resources.manageOne', 'Manage access to {id}', {
            id: resource.id,
          })}
          onClick={() => open(resource)}
        >
          {t('clusters.resources.manage', 'Manage access')}
        </EuiButton>
      ) : (
        <EuiText size="s" color="subdued">
          {t('clusters.resources.fixed', 'Only the owner can share it')}
        </EuiText>
      ),
  },
];

function SharedWith({
  id,
  sharedWith,
  general,
}: {
  readonly id: string;
  readonly sharedWith: SharedResource['share_with'];
  /** The access level of everybody. */
  readonly general: string | undefined;
}): ReactElement {
  const { useReleaseFact } = useParts();
  const isStarEverybody = !useReleaseFact('hasGeneralAccess');
  const shared = general === undefined ? sharedWith : { [general]: {}, ...sharedWith };
  const levels = Object.entries(shared).flatMap(([level, recipients]) => {
    const everybody = level === general ? [everybodyText()] : [];
    const names = [...everybody, ...listNames(recipients, isStarEverybody)];
    return names.length > 0 ? [{ level, names }] : [];
  });
  if (levels.length === 0)
    return <EuiBadge color="hollow">{t('clusters.common.private', 'Private')}</EuiBadge>;
  return (
    <>
      {levels.map(({ level, names }) => (
        <div key={level}>
          <EuiText size="xs" color="subdued">
            {level}
          </EuiText>
          <TruncatedList items={names} label={`${id}: ${level}`} />
        </div>
      ))}
    </>
  );
}

const everybodyText = (): string => t('clusters.resources.everybody', 'Everyone');

/** Roles are marked, because users can have the same names. */
const listNames = (
  { users = [], roles = [], backend_roles: backendRoles = [] }: Recipients,
  isStarEverybody: boolean
) => [
  ...users.map((user) => {
    if (user !== EVERYBODY) return user;
    return isStarEverybody
      ? everybodyText()
      : t('clusters.resources.star', '* (no one, since 3.7)');
  }),
  ...roles.map((role) => t('clusters.resources.role', '{role} (role)', { role })),
  ...backendRoles.map((role) =>
    t('clusters.resources.backendRole', '{role} (backend role)', { role })
  ),
];
