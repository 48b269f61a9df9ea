/**
 * One index permission: patterns, actions, documents, fields, anonymization. Source:
 * docs/reference/security-app.md#role-form.
 */
import { EuiFlexGroup, EuiFlexItem, EuiSpacer } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { type Control, SelectField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { DlsField } from './dls_field';
import { FieldsCombo, IndexPatternsField } from './index_names';
import { PermissionCombo } from './permission_combo';
import type { PermissionNames } from './permission_options';
import type { RoleForm } from './role_form_state';

export interface IndexPermissionRowProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
  readonly names: PermissionNames;
}

export const IndexPermissionRow = (props: IndexPermissionRowProps): ReactElement => (
  <>
    <IndexPatternsField {...props} />
    <IndexPermissionDetails {...props} />
  </>
);

/** All but the patterns. */
export function IndexPermissionDetails({
  control,
  index,
  names,
}: IndexPermissionRowProps): ReactElement {
  return (
    <>
      <PermissionCombo
        control={control}
        name={`indexPermissions.${index}.actions`}
        label={i18n.translate('security.roleForm.indexActions', {
          defaultMessage: 'Index permissions',
        })}
        names={names}
        scope="index"
      />
      <DlsField control={control} index={index} />
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
          <FieldsCombo
            control={control}
            index={index}
            name={`indexPermissions.${index}.flsFields`}
            label={i18n.translate('security.roleForm.flsFields', { defaultMessage: 'Fields' })}
            helpText={i18n.translate('security.roleForm.flsHelp', {
              defaultMessage: 'Do not hide fields that the query of document level security uses.',
            })}
          />
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <FieldsCombo
        control={control}
        index={index}
        name={`indexPermissions.${index}.maskedFields`}
        label={i18n.translate('security.roleForm.masked', { defaultMessage: 'Anonymization' })}
        helpText={i18n.translate('security.roleForm.maskedHelp', {
          defaultMessage:
            'Values of these fields are replaced by hashes. An algorithm may follow: field::SHA-512.',
        })}
      />
    </>
  );
}
