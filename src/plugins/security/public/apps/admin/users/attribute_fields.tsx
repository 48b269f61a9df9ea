/** User attributes as rows of name and value. */
import { EuiFlexItem } from '@elastic/eui';
import { t } from '@sd/core/public';
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
      title={t('security.common.attributes', 'Attributes')}
      description={t(
        'security.userForm.attributesIntro',
        'Attributes describe the user. Document level security queries can use them as variables.'
      )}
    >
      <FieldRows
        control={control}
        name="attributes"
        addId="add-row"
        blank={() => ({ name: '', value: '' })}
        removeLabel={(index) =>
          t('security.userForm.removeAttribute', 'Remove attribute {number}', { number: index + 1 })
        }
        addLabel={t('security.userForm.addAttribute', 'Add attribute')}
      >
        {(index) => (
          <>
            <EuiFlexItem>
              <TextField
                control={control}
                name={`attributes.${index}.name`}
                label={t('security.userForm.attributeName', 'Variable name {number}', {
                  number: index + 1,
                })}
                placeholder={t(
                  'security.userForm.attributeNamePlaceholder',
                  'Type in variable name'
                )}
              />
            </EuiFlexItem>
            <EuiFlexItem>
              <TextField
                control={control}
                name={`attributes.${index}.value`}
                label={t('security.userForm.attributeValue', 'Value {number}', {
                  number: index + 1,
                })}
                placeholder={t('security.userForm.attributeValuePlaceholder', 'Type in value')}
              />
            </EuiFlexItem>
          </>
        )}
      </FieldRows>
    </Panel>
  );
}
