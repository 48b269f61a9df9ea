/** Delete confirmation of users, with an option to remove them from role mappings. */
import { EuiCheckbox, EuiSpacer, useGeneratedHtmlId } from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
import { useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { resourceKey } from '../../../services/query_keys';
import { RoleMembership } from '../../../services/role_membership';

/** Largest number of mappings that are cleaned up. */
const MAX_MAPPINGS = 1_000;

export interface UserDeletionProps {
  readonly names: readonly string[];
  /** @param deleted - deleted names; empty if nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

export function UserDeletion({ names, onClose }: UserDeletionProps): ReactElement {
  const { entities } = useAdmin();
  const { data: mappedRoles = [] } = useServerQuery(
    resourceKey('roles', 'naming', ...names),
    async (signal) => {
      const filters = JSON.stringify({ users: names });
      const query = { page: 1, per_page: MAX_MAPPINGS, filters };
      const { items } = await entities.search('roles', query, signal);
      return items.map(({ name }) => name);
    },
    { isOff: !useFeature('find') }
  );
  const [isClearing, setIsClearing] = useState(true);
  const removeFromMappings = useMappingCleanup(mappedRoles);
  return (
    <ResourceDeleteDialog
      resource="internalusers"
      items={names.map((name) => ({ id: name, name }))}
      entities={t('security.users.entities', 'user(s)')}
      consequences={t(
        'security.users.deletion',
        "{count, plural, one {The user is} other {They're}} logged out immediately and can't log in again.",
        { count: names.length }
      )}
      options={
        mappedRoles.length > 0 && (
          <ClearingOption
            count={mappedRoles.length}
            isChecked={isClearing}
            onChange={setIsClearing}
          />
        )
      }
      {...(isClearing && { afterwards: removeFromMappings })}
      deletedText={(values) =>
        t(
          'security.users.deleted',
          '{count, plural, one {User "{name}" deleted.} other {# users deleted.}}',
          { ...values }
        )
      }
      onClose={onClose}
    />
  );
}

interface ClearingOptionProps {
  readonly count: number;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function ClearingOption({ count, isChecked, onChange }: ClearingOptionProps): ReactElement {
  const id = useGeneratedHtmlId({ prefix: 'clearMappings' });
  return (
    <>
      <EuiSpacer size="m" />
      <EuiCheckbox
        id={id}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        label={t(
          'security.users.clearMappings',
          'Also remove from {count, plural, one {1 role mapping} other {{count, number} role mappings}}',
          { count }
        )}
      />
    </>
  );
}

/** Runs after the deletion: failures are reported and do not stop it. */
function useMappingCleanup(
  roles: readonly string[]
): (deleted: readonly string[]) => Promise<void> {
  const { core, entities } = useAdmin();
  return async (deleted) => {
    if (deleted.length === 0) return;
    const membership = new RoleMembership(entities);
    for (const role of roles)
      await membership.unmap(deleted, role).catch((error: unknown) =>
        core.notifications.toasts.addDanger({
          title: t(
            'security.users.clearFailed',
            'The mapping of the role "{role}" still lists the name.',
            { role }
          ),
          text: errorText(error),
        })
      );
  };
}
