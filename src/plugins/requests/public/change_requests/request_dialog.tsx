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
import type { AdminParts, SaveActionDialogProps } from '@sd/plugins/security/public';
import { FormDialog, useChanged, useKit } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ALTER_CHANGE_REQUEST, CREATE_CHANGE_REQUEST } from '../../common';
import { useParts, withParts } from '../parts';
import { requestPath } from './paths';
import { useChangeRequests } from './queries';

const NEW = '';

export const requestDialog = withParts(RequestDialog);

function RequestDialog({ changes, onClose, onTaken }: SaveActionDialogProps): ReactElement {
  const { useAdmin, kindLabel, SECURITY_KEY } = useParts();
  const { http } = useAdmin().core;
  const { history } = useKit();
  const changed = useChanged();
  const [title, setTitle] = useState(() => proposedTitle(changes, kindLabel));
  const [reason, setReason] = useState('');
  const [target, setTarget] = useState(NEW);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useChangeRequests();
  const open = data?.items.filter((one) => one.is_own && one.state === 'open') ?? [];
  const chosen = open.find(({ id }) => id === target);
  const submit = async (): Promise<void> => {
    if (!chosen && title.trim() === '')
      return setError(t('requests.changeRequests.noTitle', 'Enter a title.'));
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
      onTaken();
      changed(SECURITY_KEY, { isLeaving: true });
      history.push(requestPath(id));
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  const heading = t('requests.changeRequests.dialog', 'Request approval');
  return (
    <EuiModal aria-label={heading} onClose={onClose}>
      <FormDialog
        title={heading}
        submitLabel={
          chosen
            ? t('requests.changeRequests.add', 'Add to change request')
            : t('requests.changeRequests.create', 'Create change request')
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
              'requests.changeRequests.dialogText',
              'Nothing is saved yet. A colleague reviews and applies it with their own permissions.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        {open.length > 0 && (
          <EuiFormRow fullWidth label={t('requests.common.changeRequest', 'Change request')}>
            <EuiSelect
              fullWidth
              value={target}
              options={[
                { value: NEW, text: t('requests.changeRequests.new', 'New change request') },
                ...open.map((one) => ({
                  value: one.id,
                  text: t('requests.changeRequests.addTo', 'Add to “{title}”', {
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
            <EuiFormRow fullWidth label={t('requests.changeRequests.titleLabel', 'Title')}>
              <EuiFieldText
                fullWidth
                value={title}
                maxLength={CHANGE_REQUEST_LIMITS.titleLength}
                onChange={(event) => setTitle(event.target.value)}
              />
            </EuiFormRow>
            <EuiFormRow fullWidth label={t('requests.changeRequests.reason', 'Reason (optional)')}>
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

function proposedTitle(
  changes: readonly ImportChange[],
  kindLabel: AdminParts['kindLabel']
): string {
  const [first] = changes;
  if (!first || changes.length > 1)
    return t('requests.changeRequests.titleOfSeveral', 'Change {count, number} entries', {
      count: changes.length,
    });
  const values = { action: first.action, kind: kindLabel(first.kind), name: first.name };
  return t(
    'requests.changeRequests.titleOfOne',
    '{kind} {name}: {action, select, create {create} delete {delete} other {change}}',
    values
  ).slice(0, CHANGE_REQUEST_LIMITS.titleLength);
}
