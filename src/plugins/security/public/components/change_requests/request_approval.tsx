/** The button that hands unsaved changes over to a colleague instead of saving them. */
import { EuiButton } from '@elastic/eui';
import type { ImportChange, ImportKind } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type CheckedEntity, type EntityForm, lazyPage } from '@sd/ui_kit';
import { type ReactElement, Suspense, useState } from 'react';
import { MUST_CHANGE_PASSWORD } from '../../../common';
import { useAdmin } from '../../services/admin_context';

const RequestDialog = lazyPage(async () => (await import('./request_dialog')).RequestDialog);

export interface RequestApprovalProps {
  /** Resolves with `undefined` if there is nothing to request now. */
  readonly changesOf: () => Promise<readonly ImportChange[] | undefined>;
  /** The changes are part of a request now. */
  readonly onRequested?: () => void;
  readonly isDisabled?: boolean;
}

/** Nothing on the page of a connected cluster: requests are about this installation. */
export function RequestApproval(props: RequestApprovalProps): ReactElement | null {
  const { changesOf, onRequested, isDisabled = false } = props;
  const { cluster } = useAdmin();
  const [changes, setChanges] = useState<readonly ImportChange[]>();
  if (cluster) return null;
  return (
    <>
      <EuiButton
        iconType="users"
        isDisabled={isDisabled}
        data-test-subj="request-approval"
        onClick={() => void changesOf().then(setChanges)}
      >
        {t('security.changeRequests.request', 'Request approval…')}
      </EuiButton>
      {changes && (
        <Suspense fallback={null}>
          <RequestDialog
            changes={changes}
            onClose={() => setChanges(undefined)}
            onRequested={onRequested}
          />
        </Suspense>
      )}
    </>
  );
}

export interface FormApprovalProps {
  readonly form: Pick<EntityForm<never>, 'check' | 'settle' | 'isBusy'>;
  readonly kind: ImportKind;
}

/** For the input of a form. */
export function FormApproval({ form, kind }: FormApprovalProps): ReactElement {
  const { notifications } = useAdmin().core;
  return (
    <RequestApproval
      isDisabled={form.isBusy}
      onRequested={form.settle}
      changesOf={async () => {
        const checked = await form.check();
        if (checked && hasPassword(kind, checked.entity)) {
          notifications.toasts.addWarning({
            title: t(
              'security.changeRequests.noPassword',
              "A change request can't contain a password. Save the password first, then request approval for the rest."
            ),
          });
          return undefined;
        }
        return checked && [toChange(kind, checked)];
      }}
    />
  );
}

const hasPassword = (kind: ImportKind, entity: object): boolean =>
  kind === 'internalusers' && ('password' in entity || MUST_CHANGE_PASSWORD in entity);

const toChange = (kind: ImportKind, { name, entity, condition }: CheckedEntity): ImportChange => {
  const about = { kind, name, entry: entity as Record<string, unknown> };
  if ('create' in condition) return { ...about, action: 'create' };
  const { etag } = condition;
  return { ...about, action: 'update', ...(etag !== undefined && { version: etag }) };
};
