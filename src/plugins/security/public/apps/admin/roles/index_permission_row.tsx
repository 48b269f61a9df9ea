/**
 * One index permission: patterns, actions, documents, fields, anonymization. Source:
 * docs/reference/security-app.md#role-form.
 */
import { EuiFlexGroup, EuiFlexItem, EuiSpacer } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { type ComboOptions, type Control, SelectField, TextCombo, TextField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import {
  freeTextHelp,
  type PermissionNames,
  permissionPlaceholder,
  unknownPermissionProblem,
} from './permission_options';
import type { RoleForm } from './role_form_state';

export interface IndexPermissionRowProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
  readonly names: PermissionNames;
  /** What the picker of actions offers. */
  readonly options: ComboOptions;
}

const DLS_SAMPLE = `{
  "bool": {
    "must": {
      "match": { "department": "sales" }
    }
  }
}`;

const fieldPlaceholder = (): string =>
  i18n.translate('security.roleForm.flsPlaceholder', { defaultMessage: 'Type in field name' });

export function IndexPermissionRow({
  control,
  index,
  names,
  options,
}: IndexPermissionRowProps): ReactElement {
  return (
    <>
      <TextCombo
        control={control}
        name={`indexPermissions.${index}.patterns`}
        label={i18n.translate('security.roleForm.indexPatterns', { defaultMessage: 'Index' })}
        placeholder={i18n.translate('security.roleForm.indexPatternsPlaceholder', {
          defaultMessage: 'Search for index name or type in index pattern',
        })}
        helpText={i18n.translate('security.roleForm.indexPatternsHelp', {
          defaultMessage: 'Specify index pattern using *',
        })}
      />
      <TextCombo
        control={control}
        name={`indexPermissions.${index}.actions`}
        label={i18n.translate('security.roleForm.indexActions', {
          defaultMessage: 'Index permissions',
        })}
        placeholder={permissionPlaceholder()}
        helpText={freeTextHelp()}
        options={options}
        problemOfNew={(value) => unknownPermissionProblem(value, names)}
      />
      <TextField
        control={control}
        name={`indexPermissions.${index}.dls`}
        label={i18n.translate('security.roleForm.dls', {
          defaultMessage: 'Document level security',
        })}
        helpText={i18n.translate('security.roleForm.dlsHelp', {
          defaultMessage: 'A query as JSON. Users see only the documents that match it.',
        })}
        placeholder={DLS_SAMPLE}
        rows={6}
        isOptional
        isCode
      />
      <EuiSpacer size="m" />
      <EuiFlexGroup gutterSize="s">
        <EuiFlexItem grow={1} style={{ minWidth: 130 }}>
          <SelectField
            control={control}
            name={`indexPermissions.${index}.flsMode`}
            label={i18n.translate('security.roleForm.flsMode', {
              defaultMessage: 'Field level security',
            })}
            isOptional
            options={[
              {
                value: 'exclude',
                text: i18n.translate('security.roleForm.exclude', { defaultMessage: 'Exclude' }),
              },
              {
                value: 'include',
                text: i18n.translate('security.roleForm.include', { defaultMessage: 'Include' }),
              },
            ]}
          />
        </EuiFlexItem>
        <EuiFlexItem grow={4}>
          <TextCombo
            control={control}
            name={`indexPermissions.${index}.flsFields`}
            label={i18n.translate('security.roleForm.flsFields', { defaultMessage: 'Fields' })}
            placeholder={fieldPlaceholder()}
            helpText={i18n.translate('security.roleForm.flsHelp', {
              defaultMessage: 'Do not hide fields that the query of document level security uses.',
            })}
          />
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <TextCombo
        control={control}
        name={`indexPermissions.${index}.maskedFields`}
        label={i18n.translate('security.roleForm.masked', { defaultMessage: 'Anonymization' })}
        placeholder={fieldPlaceholder()}
        helpText={i18n.translate('security.roleForm.maskedHelp', {
          defaultMessage:
            'Values of these fields are replaced by hashes. An algorithm may follow: field::SHA-512.',
        })}
      />
    </>
  );
}
