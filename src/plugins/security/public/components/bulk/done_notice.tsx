/** Notice about a completed bulk action, with an undo button. */
import { EuiButton, EuiCallOut, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { useChanged } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { SECURITY_KEY } from '../../services/query_keys';
import type { DoneAction } from './bulk_action';

export interface DoneNoticeProps {
  readonly act: DoneAction;
  readonly onClose: () => void;
}

export function DoneNotice({ act, onClose }: DoneNoticeProps): ReactElement {
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<Awaited<ReturnType<DoneAction['undo']>>>();
  const undo = async () => {
    setIsBusy(true);
    const failed = await act.undo();
    changed(SECURITY_KEY);
    setIsBusy(false);
    setFailures(failed);
  };
  return (
    <div role="status">
      <EuiCallOut
        size="s"
        color={failures && failures.length > 0 ? 'danger' : 'success'}
        iconType={failures && failures.length > 0 ? 'error' : 'check'}
        title={failures ? undoneText(failures.length) : act.text}
        onDismiss={onClose}
      >
        {failures ? (
          failures.length > 0 && (
            <ul style={{ overflowWrap: 'anywhere' }}>
              {failures.map(({ id, message }) => (
                <li key={id}>
                  <strong>{id}</strong>: {message}
                </li>
              ))}
            </ul>
          )
        ) : (
          <EuiButton size="s" isLoading={isBusy} onClick={() => void undo()}>
            {t('security.common.undo', 'Undo')}
          </EuiButton>
        )}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );
}

const undoneText = (failed: number): string =>
  failed === 0
    ? t('security.bulk.undone', 'Change undone.')
    : t('security.bulk.notUndone', 'Some changes could not be undone.');
