/**
 * User attributes as rows of name and value. Source: docs/reference/security-app.md#internal-users.
 */
import { EuiFlexItem } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, FieldRows, Panel, TextField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { UserForm } from './user_form_state';

export function AttributeFields({
  control,
}: {
  readonly control: Control<UserForm>;
}): ReactElement {
  return (
    <Panel
      isOptional
      title={<FormattedMessage id="security.userForm.attributes" defaultMessage="Attributes" />}
      description={
        <FormattedMessage
          id="security.userForm.attributesIntro"
          defaultMessage="Attributes describe the user, and can stand as variables in the queries of document level security."
        />
      }
    >
      <FieldRows
        control={control}
        name="attributes"
        addId="add-row"
        blank={() => ({ name: '', value: '' })}
        removeLabel={(index) =>
          i18n.translate('security.userForm.removeAttribute', {
            defaultMessage: 'Remove attribute {number}',
            values: { number: index + 1 },
          })
        }
        addLabel={
          <FormattedMessage
            id="security.userForm.addAttribute"
            defaultMessage="Add another attribute"
          />
        }
      >
        {(index) => (
          <>
            <EuiFlexItem>
              <TextField
                control={control}
                name={`attributes.${index}.name`}
                label={i18n.translate('security.userForm.attributeName', {
                  defaultMessage: 'Variable name {number}',
                  values: { number: index + 1 },
                })}
                placeholder={i18n.translate('security.userForm.attributeNamePlaceholder', {
                  defaultMessage: 'Type in variable name',
                })}
              />
            </EuiFlexItem>
            <EuiFlexItem>
              <TextField
                control={control}
                name={`attributes.${index}.value`}
                label={i18n.translate('security.userForm.attributeValue', {
                  defaultMessage: 'Value {number}',
                  values: { number: index + 1 },
                })}
                placeholder={i18n.translate('security.userForm.attributeValuePlaceholder', {
                  defaultMessage: 'Type in value',
                })}
              />
            </EuiFlexItem>
          </>
        )}
      </FieldRows>
    </Panel>
  );
}
