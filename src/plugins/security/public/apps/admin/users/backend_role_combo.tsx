/** Backend roles, with those in use as suggestions. */
import { i18n } from '@sd/core/public';
import { type FieldProps, type FieldValues, TextCombo, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { resourceKey } from '../../../services/query_keys';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';

export function BackendRoleCombo<S extends FieldValues>(
  props: FieldProps<S, readonly string[]>
): ReactElement {
  const { entities } = useAdmin();
  // Only the values of the facet are wanted. Without them typing is left.
  const { data } = useServerQuery(
    resourceKey('internalusers', 'backend_roles'),
    (signal) =>
      entities.search('internalusers', { page: 1, per_page: 1, facets: 'backend_roles' }, signal),
    { isOff: !useFeature('find') }
  );
  return (
    <TextCombo
      {...props}
      label={i18n.translate('security.userForm.backendRoles', { defaultMessage: 'Backend roles' })}
      placeholder={i18n.translate('security.userForm.backendRolesPlaceholder', {
        defaultMessage: 'Type in backend role',
      })}
      options={(data?.facets['backend_roles'] ?? []).map((label) => ({ label }))}
    />
  );
}
