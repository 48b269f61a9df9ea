/** Attributes of a user, as rows of name and value. Source: reference security-plugin 1.7. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { EntityForm } from '../../../components/form/use_entity_form';
import { Panel } from '../../../components/panel';
import { attributeFieldId, type AttributeRow } from './user_form_state';

export interface AttributeFieldsProps {
  readonly rows: readonly AttributeRow[];
  readonly onChange: (rows: readonly AttributeRow[]) => void;
  readonly state: Pick<EntityForm<never>, 'problemOf' | 'touch'>;
}

const nextKey = (rows: readonly AttributeRow[]): number =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1;
const blankRow = (key: number): AttributeRow => ({ key, name: '', value: '' });

export function AttributeFields({ rows, onChange, state }: AttributeFieldsProps): ReactElement {
  const remove = (key: number) => {
    const rest = rows.filter((row) => row.key !== key);
    onChange(rest.length > 0 ? rest : [blankRow(nextKey(rows))]);
  };
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
      {rows.map((row, index) => {
        const problem = state.problemOf(attributeFieldId(row.key));
        const edit = (changes: Partial<AttributeRow>) =>
          onChange(rows.map((other) => (other.key === row.key ? { ...other, ...changes } : other)));
        const values = { number: index + 1 };
        return (
          <EuiFlexGroup
            key={row.key}
            gutterSize="s"
            alignItems="flexStart"
            style={{ marginBlockEnd: 8 }}
          >
            <EuiFlexItem>
              <EuiFormRow
                fullWidth
                id={attributeFieldId(row.key)}
                label={i18n.translate('security.userForm.attributeName', {
                  defaultMessage: 'Variable name {number}',
                  values,
                })}
                isInvalid={problem !== undefined}
                error={problem}
              >
                <EuiFieldText
                  fullWidth
                  value={row.name}
                  isInvalid={problem !== undefined}
                  placeholder={i18n.translate('security.userForm.attributeNamePlaceholder', {
                    defaultMessage: 'Type in variable name',
                  })}
                  onChange={(event) => edit({ name: event.target.value })}
                  onBlur={() => state.touch(attributeFieldId(row.key))}
                />
              </EuiFormRow>
            </EuiFlexItem>
            <EuiFlexItem>
              <EuiFormRow
                fullWidth
                label={i18n.translate('security.userForm.attributeValue', {
                  defaultMessage: 'Value {number}',
                  values,
                })}
              >
                <EuiFieldText
                  fullWidth
                  value={row.value}
                  placeholder={i18n.translate('security.userForm.attributeValuePlaceholder', {
                    defaultMessage: 'Type in value',
                  })}
                  onChange={(event) => edit({ value: event.target.value })}
                />
              </EuiFormRow>
            </EuiFlexItem>
            <EuiFlexItem grow={false}>
              <EuiFormRow hasEmptyLabelSpace>
                <EuiButtonEmpty
                  color="danger"
                  onClick={() => remove(row.key)}
                  aria-label={i18n.translate('security.userForm.removeAttribute', {
                    defaultMessage: 'Remove attribute {number}',
                    values,
                  })}
                >
                  <FormattedMessage id="security.userForm.remove" defaultMessage="Remove" />
                </EuiButtonEmpty>
              </EuiFormRow>
            </EuiFlexItem>
          </EuiFlexGroup>
        );
      })}
      <EuiSpacer size="s" />
      <EuiButton
        size="s"
        iconType="plusCircle"
        onClick={() => onChange([...rows, blankRow(nextKey(rows))])}
      >
        <FormattedMessage
          id="security.userForm.addAttribute"
          defaultMessage="Add another attribute"
        />
      </EuiButton>
    </Panel>
  );
}
