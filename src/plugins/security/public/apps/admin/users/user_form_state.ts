/** Form values of an internal user, converted from and to the entity. */
import { t } from '@sd/core/public';
import type { InternalUser } from '@sd/contracts';
import { nameProblem } from '../../../components/form/name_field';
import { lengthProblem } from '../../../components/form/text_length';
import type { FormProblems } from '@sd/ui_kit';
import { visibleAttributes, withSuspension } from '../../../services/user_suspension';

interface AttributeRow {
  readonly name: string;
  readonly value: string;
}

export interface UserForm {
  readonly name: string;
  readonly description: string;
  readonly password: string;
  readonly repeatedPassword: string;
  /** The next login requires a new password. */
  readonly mustChangePassword: boolean;
  readonly backendRoles: readonly string[];
  readonly roles: readonly string[];
  readonly attributes: readonly AttributeRow[];
}

export const emptyUserForm = (): UserForm => ({
  name: '',
  description: '',
  password: '',
  repeatedPassword: '',
  mustChangePassword: false,
  backendRoles: [],
  roles: [],
  attributes: [],
});

export function userToForm(name: string, user: InternalUser): UserForm {
  const attributes = Object.entries(visibleAttributes(user)).map(([attribute, value]) => ({
    name: attribute,
    value,
  }));
  return {
    ...emptyUserForm(),
    name,
    description: user.description ?? '',
    backendRoles: user.backend_roles ?? [],
    roles: user.opendistro_security_roles ?? [],
    attributes,
  };
}

/**
 * @param original - user from which the form was filled; unknown fields are kept, the hash is never
 * sent
 */
export function formToUser(
  form: UserForm,
  original: InternalUser | undefined
): Record<string, unknown> {
  const { reserved: _r, hidden: _h, static: _s, description: _d, ...known } = original ?? {};
  const { hash: _hash, ...rest } = known as Record<string, unknown>;
  const description = form.description.trim();
  return {
    ...rest,
    ...(description !== '' && { description }),
    ...(form.password !== '' && { password: form.password }),
    backend_roles: form.backendRoles,
    opendistro_security_roles: form.roles,
    attributes: withSuspension(
      Object.fromEntries(
        form.attributes
          .filter(({ name }) => name.trim() !== '')
          .map(({ name, value }) => [name.trim(), value])
      ),
      original
    ),
  };
}

export const userNoun = (): string => t('security.userForm.word', 'user');

/**
 * @param isEdit - the name is fixed and a blank password means "unchanged"
 * @param maxLength - characters that the cluster takes in a text, if it limits them
 */
export function userFormProblems(
  form: UserForm,
  isEdit: boolean,
  maxLength?: number
): FormProblems {
  const name = isEdit ? undefined : nameProblem(form.name, userNoun());
  const isPasswordMissing = !isEdit && form.password === '';
  return {
    ...(name !== undefined && { name }),
    ...(isPasswordMissing && {
      password: t('security.userForm.passwordRequired', 'Password is required.'),
    }),
    ...(form.password !== form.repeatedPassword && {
      repeatedPassword: t('security.userForm.passwordDiffers', 'Password does not match.'),
    }),
    ...attributeProblems(form.attributes),
    ...tooLong(form, maxLength),
  };
}

function tooLong(form: UserForm, maxLength: number | undefined): FormProblems {
  const fields: ReadonlyArray<readonly [field: string, texts: readonly string[]]> = [
    ['description', [form.description]],
    ['backendRoles', form.backendRoles],
    ...form.attributes.map(({ value }, index) => [`attributes.${index}.value`, [value]] as const),
  ];
  return Object.fromEntries(
    fields.flatMap(([field, texts]) => {
      const problem = lengthProblem(texts, maxLength);
      return problem === undefined ? [] : [[field, problem]];
    })
  );
}

function attributeProblems(rows: readonly AttributeRow[]): FormProblems {
  const problems: Record<string, string> = {};
  const names = new Set<string>();
  for (const [index, { name, value }] of rows.entries()) {
    const field = `attributes.${index}.name`;
    const trimmed = name.trim();
    if (trimmed === '' && value !== '') {
      problems[field] = t(
        'security.userForm.attributeUnnamed',
        'Enter a variable name, or clear the value.'
      );
    } else if (trimmed !== '' && names.has(trimmed)) {
      problems[field] = t(
        'security.userForm.attributeTwice',
        'The variable “{name}” already exists.',
        { name: trimmed }
      );
    }
    names.add(trimmed);
  }
  return problems;
}
