/** Shows who gains and who loses by a revert, and reverts once that is confirmed. */
import { EuiCallOut, EuiConfirmModal, EuiSpacer, EuiText, useGeneratedHtmlId } from '@elastic/eui';
import { RESOURCE_TYPES } from '@sd/contracts';
import { getErrorCode, errorText, send, t } from '@sd/core/public';
import { useChanged, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { type HistoryDetails, REVERT_CHANGE } from '../../../../common';
import { subjectLabel, timeLabel } from '../../../components/history/change_texts';
import { ImpactReport } from '../../../components/impact/impact_panel';
import { useImpact } from '../../../components/impact/use_impact';
import { RenameImpact } from '../../../components/rename_dialog';
import { revertTogether } from '../../../components/review/revert_together';
import { useLockoutDialog } from '../../../components/review/use_review';
import { useAdmin } from '../../../services/admin_context';
import type { Renamable } from '../../../services/entity_client';
import { useFeature } from '../../../services/features';
import { DECLINED_CODE, withLockoutConfirmation } from '../../../services/lockout_confirmation';
import { SECURITY_KEY } from '../../../services/query_keys';

interface RevertDialogProps {
  readonly change: HistoryDetails;
  readonly onClose: () => void;
}

export function RevertDialog({ change, onClose }: RevertDialogProps): ReactElement {
  const { http, notifications } = useAdmin().core;
  const confirmLockout = useLockoutDialog();
  const changed = useChanged();
  const titleId = useGeneratedHtmlId({ prefix: 'revert' });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const consequences = useConsequences(change);
  const ids = [change, ...change.together].map(({ id }) => id);

  const sendRevert = async (): Promise<void> => {
    if (ids.length > 1) {
      const message = await revertTogether(http, ids);
      if (message === '') return;
      // Shaped like a server error, so that the reasons are shown.
      throw Object.assign(new Error('Some changes were not reverted.'), { body: { message } });
    }
    await withLockoutConfirmation(confirmLockout, (query) =>
      send(http, REVERT_CHANGE, {
        params: { id: change.id },
        query,
        // The version that the user has seen; null if the entity does not exist now.
        body: { version: change.current_version },
      })
    );
  };
  const revert = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await sendRevert();
    } catch (error) {
      setIsBusy(false);
      if (getErrorCode(error) !== DECLINED_CODE) setFailure(errorText(error));
      return;
    }
    notifications.toasts.addSuccess({ title: doneText(ids.length) });
    onClose();
    changed(SECURITY_KEY);
  };
  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={toTitle(change)}
      cancelButtonText={t('security.common.cancel', 'Cancel')}
      confirmButtonText={t('security.common.revert', 'Revert')}
      // A second Enter must not take access away.
      defaultFocusedButton="cancel"
      confirmButtonDisabled={!consequences.isKnown}
      isLoading={isBusy}
      onCancel={onClose}
      onConfirm={() => void revert()}
    >
      {consequences.content}
      {failure !== undefined && (
        <div role="alert" style={{ whiteSpace: 'pre-line' }}>
          <EuiSpacer size="m" />
          <EuiCallOut size="s" color="danger" iconType="warning" title={failure} />
        </div>
      )}
    </EuiConfirmModal>
  );
}

interface Consequences {
  /** Whether nothing is left to wait for before the user decides. */
  readonly isKnown: boolean;
  readonly content: ReactElement;
}

function useConsequences(change: HistoryDetails): Consequences {
  const forRename = useRenameBack(change);
  const forOthers = useRestoredAccess(change);
  return change.renamed_from === undefined ? forOthers : forRename;
}

/** A rename keeps what was changed since, and moves everything along that refers to the entry. */
function useRenameBack({ type, name, renamed_from: from }: HistoryDetails): Consequences {
  const { entities } = useAdmin();
  const plan = useServerQuery(
    ['rename', type, name, from ?? ''],
    () => entities.renamePlan(type as Renamable, name, from ?? ''),
    { isOff: from === undefined, isFresh: true }
  );
  return {
    isKnown: plan.data !== undefined,
    content: (
      <EuiText size="s" role="status">
        {plan.error !== undefined && !plan.isLoading ? (
          <p>{errorText(plan.error)}</p>
        ) : plan.data ? (
          <>
            <RenameImpact {...plan.data} />
            <EuiSpacer size="s" />
            <p>
              {t('security.change.renameKeeps', 'Permissions stay the same. No one loses access.')}
            </p>
          </>
        ) : (
          <p>{t('security.impact.loading', 'Calculating impact…')}</p>
        )}
      </EuiText>
    ),
  };
}

function useRestoredAccess(change: HistoryDetails): Consequences {
  const changes = [change, ...change.together];
  const isExplained = useFeature('explain');
  const isCalculated =
    isExplained &&
    change.renamed_from === undefined &&
    changes.some(({ type }) => (RESOURCE_TYPES as readonly string[]).includes(type));
  const impact = useImpact(isCalculated ? { reverts: changes.map(({ id }) => id) } : undefined);
  return {
    isKnown: !isCalculated || impact.data !== undefined || impact.error !== undefined,
    content: (
      <>
        <EuiText size="s">
          <p>{consequencesText(change)}</p>
        </EuiText>
        <EuiSpacer size="m" />
        {isCalculated ? (
          <div role="status">
            <ImpactReport impact={impact} />
          </div>
        ) : (
          <EuiText size="s">
            <p>
              {t(
                'security.change.noImpact',
                "The impact on users can't be calculated for this change."
              )}
            </p>
          </EuiText>
        )}
      </>
    ),
  };
}

function toTitle(change: HistoryDetails): string {
  const { name, renamed_from: to, together } = change;
  if (to !== undefined)
    return t('security.change.renameBackTitle', 'Rename {name} back to {to}?', { name, to });
  if (together.length > 0)
    return t('security.together.confirm', 'Revert all {count, number} changes?', {
      count: together.length + 1,
    });
  return t('security.change.revertTitle', 'Revert this change?');
}

const doneText = (count: number): string =>
  count > 1
    ? t('security.together.reverted', '{count, number} changes reverted.', { count })
    : t('security.change.reverted', 'Change reverted.');

/** @returns a sentence about the state after the revert */
function consequencesText(change: HistoryDetails): string {
  const values = { name: subjectLabel(change), time: timeLabel(change.changed_at) };
  if (change.together.length > 0)
    return t(
      'security.together.confirmText',
      'This restores all {count, number} entries to how they were before {time}. If one of them was changed again, nothing is reverted.',
      { ...values, count: change.together.length + 1 }
    );
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
