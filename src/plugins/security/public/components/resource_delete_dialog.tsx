/** Asks before entities are deleted, and says what that does. Texts: reference security-plugin 1.4. */
import { FormattedMessage, i18n, textOfCode } from '@sd/core/public';
import { type BulkRun, DeleteDialog, isDeleted, useChanged } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';
import { useAdmin } from '../services/admin_context';
import type { ResourceType } from '@sd/contracts';
import { SECURITY_KEY } from '../services/query_keys';

export interface ResourceDeleteDialogProps {
  readonly resource: ResourceType;
  readonly names: readonly string[];
  /** `role(s)`, `user(s)`, … */
  readonly entities: string;
  /** What deleting does, as a sentence. */
  readonly consequences?: ReactNode;
  /** @param deleted - names that are gone; empty when nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

export function ResourceDeleteDialog({
  resource,
  names,
  entities,
  consequences,
  onClose,
}: ResourceDeleteDialogProps): ReactElement {
  const { changes } = useAdmin();
  const changed = useChanged();
  const run: BulkRun = async (report) => {
    const { results } = await changes.bulkDelete(resource, names);
    for (const { name, status, message, code, params } of results) {
      const text = textOfCode(code, params) ?? message;
      report({ id: name, isDone: isDeleted(status), message: text });
    }
  };
  return (
    <DeleteDialog
      items={names.map((name) => ({ id: name, name }))}
      title={deleteTitle()}
      itemsLabel={entities}
      consequences={consequences}
      run={run}
      onClose={(deleted) => {
        onClose(deleted);
        if (deleted.length > 0) changed(SECURITY_KEY);
      }}
    >
      <DeleteQuestion entities={entities} />
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
