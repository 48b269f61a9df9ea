/** Form for the rows and columns of a matrix. */
import {
  EuiButtonGroup,
  EuiComboBox,
  EuiFlexGrid,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
} from '@elastic/eui';
import { EXPLAIN_LIMITS } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import { comboPopover, type ListState, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { SUGGEST_INDICES } from '../../../../../common';
import { useAdmin } from '../../../../services/admin_context';
import { SECURITY_KEY } from '../../../../services/query_keys';
import { usePermissionNames } from '../../roles/permission_options';
import { readActions, readIndices, type MatrixOf, readSubjects } from './matrix_request';

export interface MatrixFormProps {
  readonly state: ListState;
  readonly change: (filters: Readonly<Record<string, readonly string[]>>) => void;
}

export function MatrixForm({ state, change }: MatrixFormProps): ReactElement {
  const names = usePermissionNames();
  const actions = useMemo(
    () =>
      [...(names.data?.index ?? []), ...(names.data?.cluster ?? [])].filter(
        (name) => !name.includes('*')
      ),
    [names.data]
  );
  /** A change of columns returns to the first column page. */
  const set = (facet: string, values: readonly string[]) => {
    const { columns: _columns, [facet]: _before, ...others } = state.filters;
    change(values.length > 0 ? { ...others, [facet]: values } : others);
  };
  return (
    <>
      <EuiButtonGroup
        legend={t('security.matrix.rows', 'Rows')}
        idSelected={readSubjects(state)}
        onChange={(of) => set('of', (of as MatrixOf) === 'roles' ? ['roles'] : [])}
        options={[
          {
            id: 'users',
            label: t('security.common.users', 'Users'),
          },
          {
            id: 'roles',
            label: t('security.common.roles', 'Roles'),
          },
        ]}
      />
      <EuiSpacer size="m" />
      <EuiFlexGrid columns={2} gutterSize="m">
        <EuiFlexItem>
          <NamesField
            label={t('security.common.actions', 'Actions')}
            helpText={t(
              'security.explorer.actionHelp',
              'A permission, for example indices:data/read/search.'
            )}
            options={actions}
            chosen={readActions(state)}
            onChange={(chosen) => set('action', chosen)}
          />
        </EuiFlexItem>
        <EuiFlexItem>
          <IndicesField chosen={readIndices(state)} onChange={(chosen) => set('index', chosen)} />
        </EuiFlexItem>
      </EuiFlexGrid>
    </>
  );
}

interface NamesProps {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

function IndicesField(props: NamesProps): ReactElement {
  const { core } = useAdmin();
  // Suggestions are optional: if loading fails, names can be typed.
  const { data } = useServerQuery([...SECURITY_KEY, 'matrixIndices'], (signal) =>
    send(core.http, SUGGEST_INDICES, { signal })
  );
  return (
    <NamesField
      {...props}
      label={t('security.common.indices', 'Indices')}
      helpText={t('security.matrix.indicesHelp', 'Names or patterns. Leave empty for all.')}
      options={data?.names.map(({ name }) => name) ?? []}
    />
  );
}

function NamesField({
  label,
  helpText,
  options,
  chosen,
  onChange,
}: NamesProps & {
  readonly label: string;
  readonly helpText: string;
  readonly options: readonly string[];
}): ReactElement {
  const items = useMemo(() => options.map((name) => ({ label: name })), [options]);
  const add = (typed: string) => {
    const name = typed.trim();
    if (name !== '') onChange([...new Set([...chosen, name])]);
  };
  return (
    <EuiFormRow fullWidth label={label} helpText={helpText}>
      <EuiComboBox<string>
        fullWidth
        options={items}
        selectedOptions={chosen.map((name) => ({ label: name }))}
        onChange={(selected) => onChange(selected.map(({ label: name }) => name))}
        onCreateOption={chosen.length < EXPLAIN_LIMITS.matrixWidth ? add : undefined}
        delimiter=","
        isClearable={false}
        inputPopoverProps={comboPopover(label)}
      />
    </EuiFormRow>
  );
}
