/** List of roles. */
import { t } from '@sd/core/public';
import { type Facet, lazyPage, type ListAction } from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import type { SearchItem } from '../../../../common';
import type { DoneAction } from '../../../components/bulk/bulk_action';
import { DoneNotice } from '../../../components/bulk/done_notice';
import { EntityListPage, type OwnDeletionProps } from '../../../components/entity_list_page';
import type { Deleted } from '../../../components/resource_delete_dialog';
import { resourceSource } from '../../../components/resource_list';
import { useAdmin } from '../../../services/admin_context';
import { useLackingText } from '../../../services/rights';
import { writableMapping } from '../../../services/role_membership';
import { ROLE_PAGES } from '../paths';
import { restoringRoles } from './role_actions';
import type { RoleBulkKind } from './role_bulk_dialog';
import { useRoleColumns } from './role_columns';
import { RoleDeletion } from './role_deletion';

type RoleItem = SearchItem<'roles'>;

const FACETS: readonly string[] = [
  'cluster_permissions',
  'index_patterns',
  'users',
  'backend_roles',
  'tenants',
];

const facets = (): readonly Facet[] => [
  {
    name: 'cluster_permissions',
    label: t('security.common.cluster', 'Cluster'),
  },
  {
    name: 'index_patterns',
    label: t('security.common.indices', 'Indices'),
  },
  {
    name: 'users',
    label: t('security.common.users', 'Users'),
  },
  {
    name: 'backend_roles',
    label: t('security.common.backendRoles', 'Backend roles'),
  },
  {
    name: 'tenants',
    label: t('security.common.tenants', 'Tenants'),
  },
];

const RoleBulkDialog = lazyPage(async () => (await import('./role_bulk_dialog')).RoleBulkDialog);

interface BulkRequest {
  readonly kind: RoleBulkKind;
  readonly roles: readonly RoleItem[];
}

export function RoleListPage(): ReactElement {
  const { entities } = useAdmin();
  const [bulkRequest, setBulkRequest] = useState<BulkRequest>();
  const [done, setDone] = useState<DoneAction>();
  const lacking = useLackingText()(['PUT ROLESMAPPING']);
  return (
    <EntityListPage<RoleItem>
      resource="roles"
      id="roles"
      testSubject="role-list"
      pages={ROLE_PAGES}
      source={useMemo(() => resourceSource(entities, 'roles', FACETS), [entities])}
      columns={useRoleColumns()}
      facets={facets()}
      title={t('security.common.roles', 'Roles')}
      description={t(
        'security.roles.intro',
        'A role combines permissions on the cluster, indices and tenants.'
      )}
      searchLabel={t('security.common.searchRoles', 'Search roles')}
      create={{
        text: t('security.roles.create', 'Create role'),
        testSubject: 'create-role',
      }}
      reserved={reservedReason}
      comparableFields={comparableFields}
      notice={done && <DoneNotice key={done.text} act={done} onClose={() => setDone(undefined)} />}
      moreActions={bulkActions(lacking, (kind, roles) => setBulkRequest({ kind, roles }))}
      deletion={Deletion}
      onDeleted={(roles) =>
        setDone({ text: deletedText(toDeleted(roles)), undo: restoringRoles(entities, roles) })
      }
    >
      {bulkRequest && (
        <Suspense fallback={null}>
          <RoleBulkDialog
            kind={bulkRequest.kind}
            roles={bulkRequest.roles.map(({ name }) => name)}
            onClose={(act) => {
              setBulkRequest(undefined);
              if (act) setDone(act);
            }}
          />
        </Suspense>
      )}
    </EntityListPage>
  );
}

const bulkActions = (
  lacking: string | undefined,
  open: (kind: RoleBulkKind, roles: readonly RoleItem[]) => void
): ReadonlyArray<ListAction<RoleItem>> => [
  {
    id: 'mapUser',
    label: t('security.common.mapUser', 'Map user'),
    iconType: 'plusCircle',
    run: (roles) => open('map', roles),
    disabledReason: () => lacking,
  },
  {
    id: 'unmapUser',
    label: t('security.bulk.unmap', 'Remove user'),
    iconType: 'cross',
    run: (roles) => open('unmap', roles),
    disabledReason: () => lacking,
  },
];

const toDeleted = (roles: readonly RoleItem[]): Deleted => ({
  name: roles[0]?.name ?? '',
  count: roles.length,
});

const deletedText = (values: Deleted): string =>
  t(
    'security.roles.deleted',
    '{count, plural, one {Role "{name}" deleted.} other {# roles deleted.}}',
    { ...values }
  );

/** Includes the role mapping. */
const comparableFields = ({ entity, mapping }: RoleItem) => ({
  ...entity,
  mapping: writableMapping(mapping),
});

const Deletion = ({ items, onClose }: OwnDeletionProps<RoleItem>): ReactElement => (
  <RoleDeletion roles={items} deletedText={deletedText} onClose={onClose} />
);

const reservedReason = (roles: readonly RoleItem[]): string | undefined =>
  roles.some(({ entity }) => entity.reserved)
    ? t('security.roles.reservedSelected', "Reserved roles can't be changed or deleted.")
    : undefined;
