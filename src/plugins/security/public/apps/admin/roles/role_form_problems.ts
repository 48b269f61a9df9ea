/** What is wrong with a role form, by field id. Pure. */
import { i18n } from '@sd/core/public';
import type { FormProblems } from '@sd/ui_kit';
import { nameProblem } from '../../../components/form/name_field';
import { dlsProblem } from './role_fields';
import { type IndexPermissionForm, isBlankIndexPermission, type RoleForm } from './role_form_state';

export const roleWord = (): string =>
  i18n.translate('security.roleForm.word', { defaultMessage: 'role' });

export function roleFormProblems(form: RoleForm, isNameFixed: boolean): FormProblems {
  const name = isNameFixed ? undefined : nameProblem(form.name, roleWord());
  return {
    ...(name !== undefined && { name }),
    ...Object.assign({}, ...form.indexPermissions.map(indexProblems)),
  };
}

function indexProblems(row: IndexPermissionForm, index: number): FormProblems {
  const fieldOf = (field: keyof IndexPermissionForm) => `indexPermissions.${index}.${field}`;
  if (isBlankIndexPermission(row)) return {};
  const dls = dlsProblem(row.dls);
  return {
    ...(row.patterns.length === 0 && {
      [fieldOf('patterns')]: i18n.translate('security.roleForm.noPatterns', {
        defaultMessage:
          'Name at least one index or index pattern, or remove this index permission.',
      }),
    }),
    ...(dls !== undefined && { [fieldOf('dls')]: dls }),
  };
}
