/** Name field of a resource. */
import { i18n, t } from '@sd/core/public';
import { type FieldProps, type FieldValues, TextField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { NAME_MESSAGES, type NameMessageCode, validateResourceName } from '../../../common';

export interface NameFieldProps<S extends FieldValues> extends FieldProps<S, string> {
  readonly label: string;
  /** Resource type in plain words: role, user. */
  readonly type: string;
  /** Names of existing resources cannot change. */
  readonly isFixed: boolean;
}

const messageText = (code: NameMessageCode, type: string): string =>
  i18n.translateMessage(NAME_MESSAGES[code], { type });

/** Validation message of a name; `undefined` if valid. */
export function nameProblem(name: string, type: string): string | undefined {
  const problems = validateResourceName(name);
  return problems.length === 0
    ? undefined
    : problems.map((code) => messageText(code, type)).join(' ');
}

export const NameField = <S extends FieldValues>({
  control,
  name,
  label,
  type,
  isFixed,
}: NameFieldProps<S>): ReactElement => (
  <TextField
    control={control}
    name={name}
    label={label}
    helpText={
      isFixed
        ? t('security.name.fixed', "The name can't be changed here.")
        : messageText('names.help', type)
    }
    isDisabled={isFixed}
    isCode
    data-test-subj="name-text"
  />
);
