/**
 * Restore and revert actions of a change. Entities with a form are restored unsaved for review; any
 * change can be reverted after confirmation.
 */
import { EuiButton } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { codeOf, errorText, stringifyQueryParams, t } from '@sd/core/public';
import { Actions, useChanged, useLink } from '@sd/ui_kit';
import type { LockoutDetails } from '@sd/contracts';
import { type HistoryDetails, type HistoryTypeName, LOCKS_OUT_CODE } from '../../../../common';
import type { RestoredState } from '../../../components/form/restored';
import {
  CLUSTER_PAGES,
  type EntityPages,
  GROUP_PAGES,
  ROLE_PAGES,
  TENANT_PAGES,
  USER_PAGES,
} from '../paths';
import { subjectLabel, timeLabel } from '../../../components/history/change_texts';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { rightToChange, useMay, useMayOpen } from '../../../services/rights';
import { revertChange } from '../../../services/records_client';

/** Paths of the forms that can show a recorded state. */
const PAGES: Partial<Record<HistoryTypeName, EntityPages>> = {
  roles: ROLE_PAGES,
  internalusers: USER_PAGES,
  actiongroups: GROUP_PAGES,
  tenants: TENANT_PAGES,
};

/**
 * @returns `undefined` if there is no form or no state; a deleted entity opens in the create form
 */
function restorePath(change: HistoryDetails, state: RestoredState): string | undefined {
  const { id, type, name } = change;
  const pages = PAGES[type];
  if (change[state] === undefined) return undefined;
  const query = `?${stringifyQueryParams({ restore: String(id), state })}`;
  if (type === 'rolesmapping') return `${ROLE_PAGES.mapUser(name)}${query}`;
  if (!pages) return undefined;
  return `${change.current_version === null ? pages.create : pages.edit(name)}${query}`;
}

export function RestoreActions({
  change,
}: {
  readonly change: HistoryDetails;
}): ReactElement | null {
  const link = useLink();
  const may = useMay();
  const mayOpen = useMayOpen();
  if (change.type === 'connections') return <ConnectionButton change={change} />;
  const pathTo = (state: RestoredState): string | undefined => {
    const path = restorePath(change, state);
    return path !== undefined && mayOpen(path) ? path : undefined;
  };
  const before = pathTo('before');
  // The current state needs no restoring.
  const after = change.is_latest ? undefined : pathTo('after');
  return (
    <Actions>
      {may([rightToChange(change.type, change.action === 'create')]) && (
        <RevertButton change={change} />
      )}
      {after !== undefined && (
        <EuiButton {...link(after)}>
          {t('security.change.restoreAfter', 'Restore this version in form')}
        </EuiButton>
      )}
      {before !== undefined && (
        <EuiButton fill {...link(before)}>
          {t('security.change.restoreBefore', 'Restore in form')}
        </EuiButton>
      )}
    </Actions>
  );
}

/** A connection is not reverted, because the history has none of its secrets. */
function ConnectionButton({ change }: { readonly change: HistoryDetails }): ReactElement | null {
  const link = useLink();
  const mayOpen = useMayOpen();
  if (change.after === undefined || !mayOpen(CLUSTER_PAGES.edit(change.name))) return null;
  return (
    <EuiButton {...link(CLUSTER_PAGES.edit(change.name))}>
      {t('security.clustersPage.edit', 'Edit connection')}
    </EuiButton>
  );
}

function RevertButton({ change }: { readonly change: HistoryDetails }): ReactElement {
  const { core } = useAdmin();
  const { http, overlays, notifications } = core;
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const { toasts } = notifications;
  const revert = async () => {
    const isConfirmed = await overlays.openConfirm(consequences(change), {
      title: t('security.change.revertTitle', 'Revert this change?'),
      confirmButtonText: t('security.change.revertConfirm', 'Revert'),
      cancelButtonText: t('security.change.cancel', 'Cancel'),
    });
    if (!isConfirmed) return;
    setIsBusy(true);
    try {
      const { id, current_version: version } = change;
      await revertChange(http, id, version, false).catch(async (error: unknown) => {
        if (codeOf(error) !== LOCKS_OUT_CODE) throw error;
        const { confirmLockout } = await import('../../../components/lockout_dialog');
        const { lockout } = (error as { body: { attributes: { lockout: LockoutDetails } } }).body
          .attributes;
        if (!(await confirmLockout(overlays, lockout))) return;
        await revertChange(http, id, version, true);
      });
      toasts.addSuccess({
        title: t('security.change.reverted', 'Change reverted.'),
      });
    } catch (error) {
      toasts.addDanger({
        title: t('security.change.notReverted', "Couldn't revert the change."),
        text: errorText(error),
      });
    } finally {
      setIsBusy(false);
      changed(SECURITY_KEY);
    }
  };
  return (
    <EuiButton iconType="undo" isLoading={isBusy} onClick={() => void revert()}>
      {t('security.change.revert', 'Revert…')}
    </EuiButton>
  );
}

/** @returns a sentence about the state after the revert */
function consequences(change: HistoryDetails): string {
  const values = { name: subjectLabel(change), time: timeLabel(change.changed_at) };
  const sentence =
    change.before === undefined
      ? t(
          'security.change.revertCreation',
          'This deletes “{name}”, which did not exist before {time}.',
          values
        )
      : t(
          'security.change.revertUpdate',
          'This restores “{name}” to how it was before {time}.',
          values
        );
  if (change.is_latest) return sentence;
  return `${sentence} ${t('security.change.revertNewer', 'Later changes to it are lost, too.')}`;
}
