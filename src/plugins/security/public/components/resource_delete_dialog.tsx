/**
 * Asks before entities are deleted, and says what that does. Texts:
 * docs/reference/security-app.md#page-conventions.
 */
import { FormattedMessage, i18n } from '@sd/core/public';
import { type BulkItem, DeleteDialog, useChanged } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';
import { useAdmin } from '../services/admin_context';
import type { ResourceType } from '@sd/contracts';
import { SECURITY_KEY } from '../services/query_keys';

/** What the text about finished deletions is made of. */
export interface Deleted {
  readonly count: number;
  /** The first one's. */
  readonly name: string;
}

export interface ResourceDeleteDialogProps {
  readonly resource: ResourceType;
  /** Their ids are the names in the configuration. */
  readonly items: readonly BulkItem[];
  /** `role(s)`, `user(s)`, … */
  readonly entities: string;
  /** What deleting does, as a sentence. */
  readonly consequences?: ReactNode;
  /** Said when some are gone. */
  readonly deletedText: (deleted: Deleted) => string;
  /** @param deleted - names that are gone; empty when nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

export function ResourceDeleteDialog({
  resource,
  items,
  entities: kind,
  consequences,
  deletedText,
  onClose,
}: ResourceDeleteDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const close = (deleted: readonly string[]) => {
    onClose(deleted);
    const first = items.find(({ id }) => id === deleted[0]);
    if (!first) return;
    changed(SECURITY_KEY);
    core.notifications.toasts.addSuccess({
      title: deletedText({ count: deleted.length, name: first.id }),
    });
  };
  return (
    <DeleteDialog
      items={items}
      title={deleteTitle()}
      itemsLabel={kind}
      consequences={consequences}
      run={entities.deletion(
        resource,
        items.map(({ id }) => id)
      )}
      onClose={close}
    >
      <DeleteQuestion entities={kind} />
    </DeleteDialog>
  );
}

export const deleteTitle = (): string =>
  i18n.translate('security.delete.title', { defaultMessage: 'Confirm Delete' });

export const DeleteQuestion = ({ entities }: { readonly entities: string }): ReactElement => (
  <p>
    <FormattedMessage
      id="security.delete.question"
      defaultMessage="Do you really want to delete selected {entities}?"
      values={{ entities }}
    />
  </p>
);
