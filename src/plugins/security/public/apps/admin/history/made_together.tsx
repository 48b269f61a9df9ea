/** What one request changed, such as a promotion, with one revert for all of it. */
import { EuiButton, EuiLink, EuiSpacer, EuiText } from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
import { Panel, useChanged, useLink } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { HistoryDetails, HistoryItem } from '../../../../common';
import { actionLabel, kindLabel, subjectLabel } from '../../../components/history/change_texts';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { rightToChange, useMay } from '../../../services/rights';
import { revertTogether } from '../../../services/records_client';
import { errorMessage } from '../export_import/import/import_plan';

const SHOWN = 20;

export function MadeTogether({ change }: { readonly change: HistoryDetails }): ReactElement | null {
  const { core } = useAdmin();
  const { http, overlays, notifications } = core;
  const link = useLink();
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const may = useMay();
  const { together } = change;
  if (together.length === 0) return null;
  const count = together.length + 1;
  const mayRevert = may(
    [change, ...together].map(({ type, action }) => rightToChange(type, action === 'create'))
  );
  const revert = async (): Promise<void> => {
    const isConfirmed = await overlays.openConfirm(
      t(
        'security.together.confirmText',
        'This restores all {count, number} entries to how they were before. Nothing happens if one of them was changed again.',
        { count }
      ),
      {
        title: t('security.together.confirm', 'Revert these changes together?'),
        confirmButtonText: t('security.change.revertConfirm', 'Revert'),
        cancelButtonText: t('security.change.cancel', 'Cancel'),
      }
    );
    if (!isConfirmed) return;
    setIsBusy(true);
    try {
      const { results } = await revertTogether(
        http,
        [change, ...together].map(({ id }) => id)
      );
      const failed = results.filter(({ is_done: isDone }) => !isDone);
      if (failed.length > 0)
        throw Object.assign(new Error('Some changes were not reverted.'), {
          // Shaped like a server error, so that the reasons are shown.
          body: { message: failed.map((one) => `${one.name}: ${errorMessage(one)}`).join('\n') },
        });
      notifications.toasts.addSuccess({
        title: t('security.together.reverted', '{count, number} changes reverted.', { count }),
      });
    } catch (error) {
      notifications.toasts.addDanger({
        title: t('security.together.notReverted', "Couldn't revert all changes."),
        text: errorText(error),
      });
    }
    setIsBusy(false);
    changed(SECURITY_KEY);
  };
  return (
    <>
      <EuiSpacer size="m" />
      <Panel title={t('security.together.title', 'Changed in the same step')}>
        <EuiText size="s">
          {/* Each link is a target of its own (WCAG 2.5.8). */}
          <ul style={{ lineHeight: '26px' }}>
            {together.slice(0, SHOWN).map((one) => (
              <li key={one.id}>
                <EuiLink {...link(HISTORY_PAGES.view(one.id))}>{titleOf(one)}</EuiLink>
              </li>
            ))}
          </ul>
          {together.length > SHOWN && (
            <p>
              {t('security.together.more', '{count, number} more', {
                count: together.length - SHOWN,
              })}
            </p>
          )}
        </EuiText>
        <EuiSpacer size="s" />
        {mayRevert && (
          <EuiButton size="s" iconType="undo" isLoading={isBusy} onClick={() => void revert()}>
            {t('security.together.revert', 'Revert all {count, number} changes…', { count })}
          </EuiButton>
        )}
      </Panel>
    </>
  );
}

const titleOf = (item: HistoryItem): string =>
  t('security.together.entry', '{kind} {name}: {action}', {
    kind: kindLabel(item.type),
    name: subjectLabel(item),
    action: actionLabel(item.action),
  });
