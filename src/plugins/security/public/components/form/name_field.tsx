/** Name of a resource. Source: specification section 5; texts: reference security-plugin 1.4. */
import { EuiFieldText, EuiFormRow } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { NAME_MESSAGES, type NameMessageCode, validateResourceName } from '../../../common';
import type { EntityForm } from './use_entity_form';

export interface NameFieldProps {
  readonly label: string;
  /** Kind of resource in plain words: role, user. */
  readonly type: string;
  readonly state: EntityForm<{ readonly name: string }> | NameState;
  /** The name of an existing resource cannot change. */
  readonly isFixed: boolean;
}
type NameState = Pick<EntityForm<never>, 'problemOf' | 'touch'> & {
  readonly form: { readonly name: string };
  readonly change: (changes: { readonly name: string }) => void;
};

const messageText = (code: NameMessageCode, type: string): string =>
  i18n.translateMessage(NAME_MESSAGES[code], { type });

/** What is wrong with a name, in words; `undefined` for a good one. */
export function nameProblem(name: string, type: string): string | undefined {
  const problems = validateResourceName(name);
  return problems.length === 0
    ? undefined
    : problems.map((code) => messageText(code, type)).join(' ');
}

export function NameField({ label, type, state, isFixed }: NameFieldProps): ReactElement {
  const problem = state.problemOf('name');
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={
        isFixed
          ? i18n.translate('security.name.fixed', { defaultMessage: 'The name cannot be changed.' })
          : messageText('names.help', type)
      }
      isInvalid={problem !== undefined}
      error={problem}
      id="name"
    >
      <EuiFieldText
        fullWidth
        name="name"
        value={state.form.name}
        disabled={isFixed}
        isInvalid={problem !== undefined}
        onChange={(event) => state.change({ name: event.target.value })}
        onBlur={() => state.touch('name')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-test-subj="name-text"
      />
    </EuiFormRow>
  );
}
