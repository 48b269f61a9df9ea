/** List of internal users. */
import { t, useObservable } from '@sd/core/public';
import { type Facet, lazyPage, type ListAction } from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import type { DoneAction } from '../../../components/bulk/bulk_action';
import { DoneNotice } from '../../../components/bulk/done_notice';
import { EntityListPage, type OwnDeletionProps } from '../../../components/entity_list_page';
import { resourceSource } from '../../../components/resource_list';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { useLackingText } from '../../../services/rights';
import { isSuspended } from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import type { BulkKind } from './bulk/user_bulk_dialog';
import { downloadUsers } from './export_users';
import { statusFacet, type UserItem, useUserColumns } from './user_columns';
import { factorsFacet } from './user_factors';
import { UserDeletion } from './user_deletion';

const FACETS: readonly string[] = ['roles', 'status', 'backend_roles', 'factors'];

const facets = (canSuspend: boolean, hasFactors: boolean): readonly Facet[] => [
  {
    name: 'roles',
    label: t('security.common.roles', 'Roles'),
  },
  ...(canSuspend ? [statusFacet()] : []),
  {
    name: 'backend_roles',
    label: t('security.common.backendRoles', 'Backend roles'),
  },
  ...(hasFactors ? [factorsFacet()] : []),
];

const BulkDialog = lazyPage(async () => (await import('./bulk/user_bulk_dialog')).UserBulkDialog);

interface BulkRequest {
  readonly kind: BulkKind;
  readonly users: readonly UserItem[];
}

export function UserListPage(): ReactElement {
  const { entities, session } = useAdmin();
  const ownName = useObservable(session.account$, session.account)?.user_name;
  const canSuspend = useFeature('suspension');
  const hasFactors = useFeature('secondFactors');
  const [bulkRequest, setBulkRequest] = useState<BulkRequest>();
  const [done, setDone] = useState<DoneAction>();
  const lacking = useLackingText();
  return (
    <EntityListPage<UserItem>
      resource="internalusers"
      id="users"
      testSubject="user-list"
      pages={USER_PAGES}
      source={useMemo(
        () => resourceSource(entities, 'internalusers', FACETS, ['attributes']),
        [entities]
      )}
      columns={useUserColumns(ownName)}
      facets={facets(canSuspend, hasFactors)}
      title={t('security.common.users', 'Users')}
      description={t(
        'security.users.intro',
        'Users stored here, instead of or in addition to LDAP or another identity provider.'
      )}
      searchLabel={t('security.users.search', 'Search users')}
      create={{
        text: t('security.common.createUser', 'Create user'),
        testSubject: 'create-user',
      }}
      reserved={reservedReason}
      undeletable={(users) =>
        users.some(({ name }) => name === ownName)
          ? t('security.users.ownSelected', "You can't delete your own user.")
          : undefined
      }
      comparableFields={comparableFields}
      notice={done && <DoneNotice key={done.text} act={done} onClose={() => setDone(undefined)} />}
      moreActions={[
        ...bulkActions({
          canSuspend,
          ownName,
          lacking,
          open: (kind, users) => setBulkRequest({ kind, users }),
        }),
        {
          id: 'export',
          label: t('security.users.export', 'Export JSON'),
          iconType: 'download',
          run: downloadUsers,
        },
      ]}
      deletion={Deletion}
    >
      {bulkRequest && (
        <Suspense fallback={null}>
          <BulkDialog
            kind={bulkRequest.kind}
            users={bulkRequest.users.map(({ name }) => name)}
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

/** Includes the roles of the user, by any origin. */
const comparableFields = ({ entity, roles }: UserItem) => ({ ...entity, ...(roles && { roles }) });

interface BulkConditions {
  readonly canSuspend: boolean;
  readonly ownName: string | undefined;
  readonly lacking: ReturnType<typeof useLackingText>;
  readonly open: (kind: BulkKind, users: readonly UserItem[]) => void;
}

function bulkActions({
  canSuspend,
  ownName,
  lacking,
  open,
}: BulkConditions): ReadonlyArray<ListAction<UserItem>> {
  const lackingUsers = lacking(['PUT INTERNALUSERS', 'PATCH INTERNALUSERS']);
  const suspension: ReadonlyArray<ListAction<UserItem>> = [
    {
      id: 'suspend',
      label: t('security.common.suspend', 'Suspend'),
      iconType: 'minusCircle',
      run: (users) => open('suspend', users),
      disabledReason: (users) =>
        lackingUsers ??
        reservedReason(users) ??
        (users.some(({ name }) => name === ownName) ? ownText() : undefined) ??
        (users.some(({ entity }) => isSuspended(entity)) ? suspendedText() : undefined),
    },
    {
      id: 'reactivate',
      label: t('security.common.reactivate', 'Reactivate'),
      iconType: 'play',
      run: (users) => open('reactivate', users),
      disabledReason: (users) =>
        lackingUsers ??
        reservedReason(users) ??
        (users.some(({ entity }) => !isSuspended(entity)) ? notSuspendedText() : undefined),
    },
  ];
  return [
    {
      id: 'giveRole',
      label: t('security.bulk.give', 'Give role'),
      iconType: 'plusCircle',
      run: (users) => open('assign', users),
      disabledReason: () => lacking(['PUT ROLESMAPPING']),
    },
    {
      id: 'takeRole',
      label: t('security.bulk.take', 'Remove role'),
      iconType: 'cross',
      run: (users) => open('remove', users),
      disabledReason: () => lacking(['PUT ROLESMAPPING']),
    },
    ...(canSuspend ? suspension : []),
  ];
}

const ownText = (): string =>
  t('security.userView.own', "You can't suspend or delete your own user.");

const suspendedText = (): string =>
  t('security.bulk.areSuspended', 'Some of them are already suspended.');

const notSuspendedText = (): string =>
  t('security.bulk.areActive', 'Only suspended users can be reactivated.');

const Deletion = ({ items, onClose }: OwnDeletionProps<UserItem>): ReactElement => (
  <UserDeletion names={items.map(({ name }) => name)} onClose={onClose} />
);

const reservedReason = (users: readonly UserItem[]): string | undefined =>
  users.some(({ entity }) => entity.reserved)
    ? t('security.users.reservedSelected', "Reserved users can't be changed or deleted.")
    : undefined;
