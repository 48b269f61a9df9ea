/** The index permissions of a role, one accordion each. Source: reference security-plugin 1.6.2. */
import { EuiAccordion, EuiButton, EuiButtonEmpty, EuiPanel, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { ComboOptions } from '../../../components/form/text_combo';
import type { EntityForm } from '../../../components/form/use_entity_form';
import { Panel } from '../../../components/panel';
import { IndexPermissionRow } from './index_permission_row';
import type { PermissionNames } from './permission_options';
import { indexFieldId } from './role_form_problems';
import { type IndexPermissionForm, newIndexPermission, nextKey } from './role_form_state';

export interface IndexPermissionFieldsProps {
  readonly names: PermissionNames;
  /** What the pickers of actions offer. */
  readonly options: ComboOptions;
  readonly rows: readonly IndexPermissionForm[];
  readonly onChange: (rows: readonly IndexPermissionForm[]) => void;
  readonly state: Pick<EntityForm<never>, 'problemOf' | 'touch'>;
}

export function IndexPermissionFields({
  names,
  options,
  rows,
  onChange,
  state,
}: IndexPermissionFieldsProps): ReactElement {
  const remove = (key: number) => {
    const rest = rows.filter((row) => row.key !== key);
    onChange(rest.length > 0 ? rest : [newIndexPermission(nextKey(rows))]);
  };
  return (
    <Panel
      title={<FormattedMessage id="security.roleForm.index" defaultMessage="Index permissions" />}
      description={
        <FormattedMessage
          id="security.roleForm.indexIntro"
          defaultMessage="What users of this role may do with which indices, and which of their documents and fields they see. Nothing is granted unless you name it."
        />
      }
    >
      {rows.map((row, index) => {
        const title = row.patterns.length > 0 ? row.patterns.join(', ') : newRowTitle();
        const hasProblem =
          state.problemOf(indexFieldId(row.key, 'patterns')) !== undefined ||
          state.problemOf(indexFieldId(row.key, 'dls')) !== undefined;
        return (
          <EuiPanel
            key={row.key}
            hasBorder
            hasShadow={false}
            paddingSize="s"
            style={{ marginBlockEnd: 8 }}
          >
            <EuiAccordion
              id={`indexPermissions.${row.key}`}
              buttonContent={<span style={{ overflowWrap: 'anywhere' }}>{title}</span>}
              initialIsOpen={index === 0 || row.source === undefined}
              forceState={hasProblem ? 'open' : undefined}
              paddingSize="s"
              extraAction={
                <EuiButtonEmpty
                  size="s"
                  color="danger"
                  onClick={() => remove(row.key)}
                  aria-label={i18n.translate('security.roleForm.removeIndexLabel', {
                    defaultMessage: 'Remove index permission {title}',
                    values: { title },
                  })}
                >
                  <FormattedMessage id="security.roleForm.remove" defaultMessage="Remove" />
                </EuiButtonEmpty>
              }
            >
              <IndexPermissionRow
                names={names}
                options={options}
                row={row}
                state={state}
                onChange={(changes) =>
                  onChange(
                    rows.map((other) => (other.key === row.key ? { ...other, ...changes } : other))
                  )
                }
              />
            </EuiAccordion>
          </EuiPanel>
        );
      })}
      <EuiSpacer size="s" />
      <EuiButton
        size="s"
        iconType="plusCircle"
        onClick={() => onChange([...rows, newIndexPermission(nextKey(rows))])}
      >
        <FormattedMessage
          id="security.roleForm.addIndex"
          defaultMessage="Add another index permission"
        />
      </EuiButton>
    </Panel>
  );
}

const newRowTitle = (): string =>
  i18n.translate('security.roleForm.newIndex', { defaultMessage: 'Add index permission' });
