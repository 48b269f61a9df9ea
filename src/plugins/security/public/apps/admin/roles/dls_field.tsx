/** The query of document-level security; what is wrong with it is said while one types. */
import { EuiText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, TextField, useField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { dlsKind, dlsProblem } from './role_fields';
import type { RoleForm } from './role_form_state';

export interface DlsFieldProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

const DLS_SAMPLE = `{
  "bool": {
    "must": {
      "match": { "department": "sales" }
    }
  }
}`;

export function DlsField({ control, index }: DlsFieldProps): ReactElement {
  const name = `indexPermissions.${index}.dls` as const;
  const { value, problem: told } = useField<RoleForm, string>({ control, name });
  const problem = dlsProblem(value);
  return (
    <TextField
      control={control}
      name={name}
      label={i18n.translate('security.roleForm.dls', {
        defaultMessage: 'Document level security',
      })}
      helpText={
        <>
          {i18n.translate('security.roleForm.dlsHelp', {
            defaultMessage: 'A query as JSON. Users see only the documents that match it.',
          })}
          {/* Once the field was left, the form says it itself. */}
          {value.trim() !== '' && told === undefined && (
            <EuiText size="xs" role="status" color={problem === undefined ? 'success' : 'warning'}>
              {problem ?? (
                <FormattedMessage
                  id="security.roleForm.dlsGood"
                  defaultMessage="A query of the kind {kind}"
                  values={{ kind: dlsKind(value) }}
                />
              )}
            </EuiText>
          )}
        </>
      }
      placeholder={DLS_SAMPLE}
      rows={6}
      isOptional
      isCode
    />
  );
}
