/** Actions on one user, in the header of the user page. */
import { EuiButton } from '@elastic/eui';
import type { InternalUser } from '@sd/contracts';
import { errorText, t, useObservable } from '@sd/core/public';
import {
  Actions,
  type ActionItem,
  ActionsMenu,
  DeleteDialog,
  useChanged,
  useLink,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import { renameLabel } from '../../../components/rename_action';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { resourceKey, SECURITY_KEY } from '../../../services/query_keys';
import { getSessions } from '../../../services/sessions';
import { missingRightText, useMay } from '../../../services/rights';
import {
  isSuspended,
  OPENS_SUSPENSION,
  setSuspended,
  suspend,
} from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import { useLoginRequirements } from './login_requirements';
import { downloadUsers } from './export_users';
import { UserDeletion } from './user_deletion';

export interface UserActionsProps {
  readonly name: string;
  readonly user: InternalUser;
}

const asksToSuspend = (state: unknown): boolean =>
  (state as Partial<typeof OPENS_SUSPENSION> | null | undefined)?.dialog ===
  OPENS_SUSPENSION.dialog;

export function UserActions({ name, user }: UserActionsProps): ReactElement {
  const { kit, session } = useAdmin();
  const { history } = kit.services;
  const ownName = useObservable(session.account$, session.account)?.user_name;
  const canSuspend = useFeature('suspension');
  const hasFactors = useFeature('secondFactors');
  const link = useLink();
  const reactivate = useReactivate(name);
  const may = useMay();
  const mayChange = may(['PUT INTERNALUSERS', 'PATCH INTERNALUSERS']);
  const disabledReason = mayChange ? protectedReason(user, name === ownName) : missingRightText();
  const [dialog, setDialog] = useState<'suspend' | 'delete' | undefined>(() =>
    asksToSuspend(history.location.state) && !isSuspended(user) && disabledReason === undefined
      ? 'suspend'
      : undefined
  );
  const disabled = disabledReason === undefined ? {} : { disabledReason };
  const loginRequirements = useLoginRequirements(name, disabledReason);
  const suspension: ActionItem = isSuspended(user)
    ? {
        id: 'reactivate',
        label: t('security.common.reactivate', 'Reactivate'),
        iconType: 'play',
        onClick: reactivate,
        ...disabled,
      }
    : {
        id: 'suspend',
        label: t('security.common.suspendAndEndSessions', 'Suspend and end sessions'),
        iconType: 'minusCircle',
        onClick: () => setDialog('suspend'),
        ...disabled,
      };
  return (
    <>
      <Actions>
        <ActionsMenu
          items={[
            {
              id: 'duplicate',
              label: t('security.common.duplicateUser', 'Duplicate user'),
              iconType: 'copy',
              onClick: () => history.push(USER_PAGES.duplicate(name)),
              ...(!mayChange && disabled),
            },
            {
              id: 'rename',
              label: renameLabel(),
              iconType: 'tag',
              onClick: () => undefined,
              disabledReason: t(
                'security.userView.noRename',
                'The password, sessions, API keys and history belong to the username. Duplicate the user instead.'
              ),
            },
            {
              id: 'export',
              label: t('security.users.export', 'Export JSON'),
              iconType: 'download',
              onClick: () => downloadUsers([{ name, entity: user }]),
            },
            ...(canSuspend ? [suspension] : []),
            // Own factors and passwords are managed in the account menu, with the current password.
            ...(hasFactors && name !== ownName ? loginRequirements : []),
            {
              id: 'delete',
              label: t('security.userView.delete', 'Delete user'),
              iconType: 'trash',
              onClick: () => setDialog('delete'),
              ...(may(['DELETE INTERNALUSERS'])
                ? disabled
                : { disabledReason: missingRightText() }),
            },
          ]}
        />
        {!user.reserved && mayChange && (
          <EuiButton fill iconType="pencil" {...link(USER_PAGES.edit(name))}>
            {t('security.userView.edit', 'Edit user')}
          </EuiButton>
        )}
      </Actions>
      {dialog === 'suspend' && <SuspendDialog name={name} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <UserDeletion
          names={[name]}
          onClose={(deleted) => {
            setDialog(undefined);
            if (deleted.length > 0) history.push(USER_PAGES.list);
          }}
        />
      )}
    </>
  );
}

function protectedReason({ reserved }: InternalUser, isOwn: boolean): string | undefined {
  if (reserved)
    return t('security.users.reservedSelected', "Reserved users can't be changed or deleted.");
  return isOwn
    ? t('security.userView.own', "You can't suspend or delete your own user.")
    : undefined;
}

export function useReactivate(name: string): () => void {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const { toasts } = core.notifications;
  return () =>
    void setSuspended(entities, name, false).then(
      () => {
        changed(SECURITY_KEY);
        toasts.addSuccess({
          title: t('security.userView.reactivated', 'User "{name}" reactivated.', { name }),
        });
      },
      (error: unknown) =>
        toasts.addDanger({
          title: t('security.userView.reactivateFailed', 'Couldn\'t reactivate user "{name}".', {
            name,
          }),
          text: errorText(error),
        })
    );
}

/** @param sessions - number of sessions that end; `undefined` if unknown */
const confirmText = (sessions: number | undefined): string =>
  sessions === undefined
    ? t('security.common.suspendAndEndSessions', 'Suspend and end sessions')
    : t(
        'security.suspend.confirmCounted',
        '{count, plural, =0 {Suspend} one {Suspend and end 1 session} other {Suspend and end {count, number} sessions}}',
        { count: sessions }
      );

function SuspendDialog({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const source = useMemo(() => getSessions(core.http, name), [core.http, name]);
  const open = useServerQuery(resourceKey('internalusers', 'sessions', name), (signal) =>
    source.list(1, 1, signal)
  );
  return (
    <DeleteDialog
      items={[{ id: name, name }]}
      itemsLabel={t('security.users.entities', 'user(s)')}
      title={t('security.suspend.title', 'Suspend user')}
      confirmLabel={confirmText(open.data?.total)}
      consequences={t(
        'security.suspend.consequences',
        'All sessions and API keys stop working immediately. Roles and mappings are kept, so reactivating restores everything.'
      )}
      run={async (report) => {
        await suspend({ core, entities }, name);
        report({ id: name, isDone: true });
      }}
      onClose={(done) => {
        onClose();
        if (done.length === 0) return;
        changed(SECURITY_KEY);
        core.notifications.toasts.addSuccess({
          title: t('security.suspend.done', 'User "{name}" suspended.', {
            name,
          }),
        });
      }}
    >
      <p>{t('security.suspend.question', "The user can't log in until reactivated.")}</p>
    </DeleteDialog>
  );
}
