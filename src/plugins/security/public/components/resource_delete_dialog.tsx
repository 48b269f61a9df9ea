/** Delete confirmation with its consequences. */
import { t } from '@sd/core/public';
import { type BulkItem, DeleteDialog, type DeleteDialogProps, useChanged } from '@sd/ui_kit';
import { EuiSpacer, EuiText } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { useAdmin } from '../services/admin_context';
import type { ResourceType } from '@sd/contracts';
import { SECURITY_KEY } from '../services/query_keys';

/** Values for the text about deleted entities. */
export interface Deleted {
  readonly count: number;
  /** Name of the first one. */
  readonly name: string;
}

/** Users who would lose access by a deletion. */
export interface AccessLoss {
  readonly total: number;
  /** The first names. */
  readonly names: readonly string[];
}

/** Up to this number of affected users a click confirms; beyond it the name must be typed. */
const CLICK_IS_ENOUGH = 10;

export interface ResourceDeleteDialogProps {
  readonly resource: ResourceType;
  /** Ids are the names in the configuration. */
  readonly items: readonly BulkItem[];
  /** `role(s)`, `user(s)`, … */
  readonly entities: string;
  /** Consequences of the deletion, as a sentence. */
  readonly consequences?: ReactNode;
  /** Affected users, once known. */
  readonly accessLoss?: AccessLoss;
  /** Additional options. */
  readonly options?: ReactNode;
  /** Called with the deleted names before the dialog closes. */
  readonly afterwards?: (deleted: readonly string[]) => Promise<void>;
  /** Message after a successful deletion. */
  readonly deletedText: (deleted: Deleted) => string;
  /** @param deleted - deleted names; empty if nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

export function ResourceDeleteDialog({
  resource,
  items,
  entities: kind,
  consequences,
  accessLoss,
  options,
  afterwards,
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
      title={deleteTitle(resource, { count: items.length, name: items[0]?.name ?? '' })}
      itemsLabel={kind}
      consequences={consequences}
      {...accessLossProps(accessLoss, confirmationText(items), options)}
      {...(isLargeDeletion(resource, items) && { confirmationText: confirmationText(items) })}
      run={async (report) => {
        const done: string[] = [];
        await entities.deletion(
          resource,
          items.map(({ id }) => id)
        )((result) => {
          if (result.isDone) done.push(result.id);
          report(result);
        });
        await afterwards?.(done);
      }}
      onClose={close}
    />
  );
}

/** Every deleted user loses access. */
const isLargeDeletion = (resource: ResourceType, items: readonly BulkItem[]): boolean =>
  resource === 'internalusers' && items.length > CLICK_IS_ENOUGH;

/** @param values - number of entities, and the name of the first */
export function deleteTitle(resource: ResourceType, values: Deleted): string {
  const all = { ...values };
  switch (resource) {
    case 'roles':
      return t(
        'security.delete.roles',
        '{count, plural, one {Delete role {name}?} other {Delete {count, number} roles?}}',
        all
      );
    case 'internalusers':
      return t(
        'security.delete.users',
        '{count, plural, one {Delete user {name}?} other {Delete {count, number} users?}}',
        all
      );
    case 'actiongroups':
      return t(
        'security.delete.groups',
        '{count, plural, one {Delete action group {name}?} other {Delete {count, number} action groups?}}',
        all
      );
    case 'tenants':
      return t(
        'security.delete.tenants',
        '{count, plural, one {Delete tenant {name}?} other {Delete {count, number} tenants?}}',
        all
      );
    case 'rolesmapping':
      return t(
        'security.delete.mappings',
        '{count, plural, one {Delete the mapping?} other {Delete {count, number} mappings?}}',
        all
      );
  }
}

/** Warning about affected users, and the confirmation required if there are many. */
export const accessLossProps = (
  accessLoss: AccessLoss | undefined,
  confirmationText: string,
  options?: ReactNode
): Pick<DeleteDialogProps, 'options' | 'confirmationText'> => ({
  options: (
    <>
      {accessLoss && accessLoss.total > 0 && <AccessLossText {...accessLoss} />}
      {options}
    </>
  ),
  ...((accessLoss?.total ?? 0) > CLICK_IS_ENOUGH && { confirmationText }),
});

/** The name, or the number of several items. */
const confirmationText = (items: readonly BulkItem[]): string =>
  items.length === 1 && items[0] ? items[0].name : String(items.length);

const AccessLossText = ({ total, names }: AccessLoss): ReactElement => (
  <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
    <EuiSpacer size="s" />
    <p>
      <strong>
        {t(
          'security.delete.losers',
          '{total, plural, one {1 internal user loses} other {{total, number} internal users lose}} access: {names}{more, plural, =0 {} other { and # more}}.',
          { total, names: names.join(', '), more: total - names.length }
        )}
      </strong>
    </p>
  </EuiText>
);
