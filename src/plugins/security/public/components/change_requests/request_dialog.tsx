/** Makes a change request from unsaved changes, or adds them to an open one of the same author. */
import {
  EuiFieldText,
  EuiFormRow,
  EuiModal,
  EuiSelect,
  EuiSpacer,
  EuiText,
  EuiTextArea,
} from '@elastic/eui';
import { CHANGE_REQUEST_LIMITS, type ImportChange } from '@sd/contracts';
import { errorText, send, t } from '@sd/core/public';
import { FormDialog, useChanged, useKit } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ALTER_CHANGE_REQUEST, CREATE_CHANGE_REQUEST } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { useChangeRequests } from '../../services/change_requests';
import { SECURITY_KEY } from '../../services/query_keys';
import { kindLabel } from '../history/change_texts';
import { CHANGE_REQUEST_PAGES } from '../history/history_pages';

interface RequestDialogProps {
  readonly changes: readonly ImportChange[];
  readonly onClose: () => void;
  readonly onRequested: (() => void) | undefined;
}

const NEW = '';

export function RequestDialog({ changes, onClose, onRequested }: RequestDialogProps): ReactElement {
  const { http } = useAdmin().core;
  const { history } = useKit();
  const changed = useChanged();
  const [title, setTitle] = useState(() => proposedTitle(changes));
  const [reason, setReason] = useState('');
  const [target, setTarget] = useState(NEW);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useChangeRequests();
  const open = data?.items.filter((one) => one.is_own && one.state === 'open') ?? [];
  const chosen = open.find(({ id }) => id === target);
  const submit = async (): Promise<void> => {
    if (!chosen && title.trim() === '')
      return setError(t('security.changeRequests.noTitle', 'Enter a title.'));
    setIsBusy(true);
    try {
      const { id } = chosen
        ? await send(http, ALTER_CHANGE_REQUEST, {
            params: { id: chosen.id },
            body: { revision: chosen.revision, changes },
          })
        : await send(http, CREATE_CHANGE_REQUEST, {
            body: {
              title: title.trim(),
              ...(reason.trim() !== '' && { reason: reason.trim() }),
              changes,
            },
          });
      onRequested?.();
      changed(SECURITY_KEY, { isLeaving: true });
      history.push(CHANGE_REQUEST_PAGES.view(id));
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  const heading = t('security.changeRequests.dialog', 'Request approval');
  return (
    <EuiModal aria-label={heading} onClose={onClose}>
      <FormDialog
        title={heading}
        submitLabel={
          chosen
            ? t('security.changeRequests.add', 'Add to change request')
            : t('security.changeRequests.create', 'Create change request')
        }
        testSubject="create-change-request"
        isBusy={isBusy}
        {...(error !== undefined && { error })}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <EuiText size="s">
          <p>
            {t(
              'security.changeRequests.dialogText',
              'Nothing is saved yet. A colleague reviews and applies it with their own permissions.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        {open.length > 0 && (
          <EuiFormRow fullWidth label={t('security.common.changeRequest', 'Change request')}>
            <EuiSelect
              fullWidth
              value={target}
              options={[
                { value: NEW, text: t('security.changeRequests.new', 'New change request') },
                ...open.map((one) => ({
                  value: one.id,
                  text: t('security.changeRequests.addTo', 'Add to “{title}”', {
                    title: one.title,
                  }),
                })),
              ]}
              onChange={(event) => setTarget(event.target.value)}
            />
          </EuiFormRow>
        )}
        {!chosen && (
          <>
            <EuiFormRow fullWidth label={t('security.changeRequests.titleLabel', 'Title')}>
              <EuiFieldText
                fullWidth
                value={title}
                maxLength={CHANGE_REQUEST_LIMITS.titleLength}
                onChange={(event) => setTitle(event.target.value)}
              />
            </EuiFormRow>
            <EuiFormRow fullWidth label={t('security.changeRequests.reason', 'Reason (optional)')}>
              <EuiTextArea
                fullWidth
                rows={3}
                value={reason}
                maxLength={CHANGE_REQUEST_LIMITS.reasonLength}
                onChange={(event) => setReason(event.target.value)}
              />
            </EuiFormRow>
          </>
        )}
      </FormDialog>
    </EuiModal>
  );
}

function proposedTitle(changes: readonly ImportChange[]): string {
  const [first] = changes;
  if (!first || changes.length > 1)
    return t('security.changeRequests.titleOfSeveral', 'Change {count, number} entries', {
      count: changes.length,
    });
  const values = { action: first.action, kind: kindLabel(first.kind), name: first.name };
  return t(
    'security.changeRequests.titleOfOne',
    '{kind} {name}: {action, select, create {create} delete {delete} other {change}}',
    values
  ).slice(0, CHANGE_REQUEST_LIMITS.titleLength);
}
