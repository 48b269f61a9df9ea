/** Backend roles, with those in use as suggestions. */
import { i18n, useRequest } from '@sd/core/public';
import type { ReactElement } from 'react';
import { TextCombo } from '../../../components/form/text_combo';
import { useAdmin } from '../admin_context';

export interface BackendRoleComboProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

export function BackendRoleCombo({ values, onChange }: BackendRoleComboProps): ReactElement {
  const { client } = useAdmin();
  // Only the values of the facet are wanted. A failure leaves typing.
  const { data } = useRequest('backend_roles', (signal) =>
    client.search('internalusers', { page: 1, per_page: 1, facets: 'backend_roles' }, signal)
  );
  return (
    <TextCombo
      id="backendRoles"
      label={i18n.translate('security.userForm.backendRoles', { defaultMessage: 'Backend roles' })}
      placeholder={i18n.translate('security.userForm.backendRolesPlaceholder', {
        defaultMessage: 'Type in backend role',
      })}
      options={(data?.facets['backend_roles'] ?? []).map((label) => ({ label }))}
      values={values}
      onChange={onChange}
    />
  );
}
