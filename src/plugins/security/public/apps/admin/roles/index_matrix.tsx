/** Index permissions of a role as a table: patterns by action groups, restrictions in a drawer. */
import {
  EuiButtonEmpty,
  EuiButtonIcon,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type CSSProperties, type ReactElement, useState } from 'react';
import { type Control, useField, useWatch, WrappingText } from '@sd/ui_kit';
import { t } from '@sd/core/public';
import { IndexPermissionDetails } from './index_permission_row';
import type { PermissionNames } from './permission_options';
import type { IndexPermissionForm, RoleForm } from './role_form_state';
import { matrixCell, matrixColumns, otherActions } from './index_matrix_cells';
import { IndexPatternsField } from './index_names';

/** Drawer beside the matrix for the parts of an index permission without a cell. */
export interface IndexMatrixDrawerProps {
  readonly control: Control<RoleForm>;
  readonly names: PermissionNames;
  readonly index: number;
  /** Patterns of the row. */
  readonly title: string;
  readonly onClose: () => void;
}

export function IndexMatrixDrawer({
  control,
  names,
  index,
  title,
  onClose,
}: IndexMatrixDrawerProps): ReactElement {
  const id = useGeneratedHtmlId({ prefix: 'indexMatrix' });
  return (
    <EuiFlyout size="s" aria-labelledby={id} onClose={onClose}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={id} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <IndexPermissionDetails control={control} index={index} names={names} isUnfolded />
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}

export interface IndexMatrixProps {
  readonly control: Control<RoleForm>;
  readonly names: PermissionNames;
  /** Row ids in order. */
  readonly ids: readonly string[];
  readonly onRemove: (index: number) => void;
}

/** Small enough for the usual groups to fit side by side in a form. */
const CELL: CSSProperties = { padding: '4px 2px', verticalAlign: 'middle', textAlign: 'start' };
const HEAD: CSSProperties = { ...CELL, verticalAlign: 'bottom', fontSize: 12 };

export function IndexMatrix({ control, names, ids, onRemove }: IndexMatrixProps): ReactElement {
  const rows = useWatch({ control, name: 'indexPermissions' });
  const [opened, setOpened] = useState<number>();
  const columns = matrixColumns(
    rows.map(({ actions }) => actions),
    names.members
  );
  const label = t('security.matrix.label', 'Index permissions by action group');
  return (
    // Wider than a phone: the table scrolls instead of the page.
    <div role="region" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <table style={{ borderCollapse: 'collapse', minInlineSize: '100%' }}>
        <caption className="euiScreenReaderOnly">{label}</caption>
        <thead>
          <tr>
            <th scope="col" style={{ ...HEAD, minInlineSize: 240 }}>
              {t('security.common.indexPatterns', 'Index patterns')}
            </th>
            <th scope="col" style={HEAD}>
              {t('security.matrix.others', 'Other actions and restrictions')}
            </th>
            {columns.map((group) => (
              <th key={group} scope="col" style={HEAD}>
                <WrappingText text={group} />
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {ids.map((id, index) => {
            const row = rows[index];
            return (
              row && (
                <MatrixRow
                  key={id}
                  {...{ control, names, columns, index, row }}
                  onOpen={() => setOpened(index)}
                  onRemove={() => onRemove(index)}
                />
              )
            );
          })}
        </tbody>
      </table>
      {opened !== undefined && rows[opened] && (
        <IndexMatrixDrawer
          control={control}
          names={names}
          index={opened}
          title={rowTitle(rows[opened])}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

interface MatrixRowProps extends Pick<IndexMatrixProps, 'control' | 'names'> {
  readonly columns: readonly string[];
  readonly index: number;
  readonly row: IndexPermissionForm;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function MatrixRow(props: MatrixRowProps): ReactElement {
  const { control, names, columns, index, row } = props;
  const title = rowTitle(row);
  const others = otherActions(row.actions, columns).length;
  return (
    <tr>
      <td style={CELL}>
        <IndexPatternsField control={control} index={index} />
      </td>
      <td style={CELL}>
        <EuiButtonEmpty
          size="xs"
          flush="left"
          iconType="pencil"
          onClick={props.onOpen}
          aria-label={t(
            'security.matrix.openLabel',
            'Other actions, documents, fields and anonymization of {title}: {state}',
            { title, state: limitsText(row, others) }
          )}
        >
          {limitsText(row, others)}
        </EuiButtonEmpty>
      </td>
      {columns.map((group) => (
        <td key={group} style={CELL}>
          <MatrixButton control={control} names={names} index={index} group={group} title={title} />
        </td>
      ))}
      <td style={CELL}>
        <EuiButtonIcon
          size="s"
          iconType="trash"
          color="danger"
          onClick={props.onRemove}
          aria-label={t('security.roleForm.removeIndexLabel', 'Remove index permission {title}', {
            title,
          })}
        />
      </td>
    </tr>
  );
}

interface MatrixButtonProps extends Pick<IndexMatrixProps, 'control' | 'names'> {
  readonly index: number;
  readonly group: string;
  readonly title: string;
}

/** Adds or removes the group. Permissions granted by other names are edited in the drawer. */
function MatrixButton({ control, names, index, group, title }: MatrixButtonProps): ReactElement {
  const { value, onChange } = useField<RoleForm, readonly string[]>({
    control,
    name: `indexPermissions.${index}.actions`,
  });
  const cell = matrixCell(value, group, names.members);
  const state = cellText(cell === 'listed' ? 'all' : cell);
  return (
    <EuiButtonEmpty
      size="xs"
      flush="left"
      color={cell === 'none' ? 'text' : 'primary'}
      {...(cell !== 'none' && { iconType: cell === 'custom' ? 'minus' : 'check' })}
      isDisabled={cell === 'all'}
      onClick={() =>
        onChange(cell === 'listed' ? value.filter((name) => name !== group) : [...value, group])
      }
      aria-pressed={cell === 'listed' || cell === 'all'}
      aria-label={t('security.matrix.cellLabel', '{group} on {title}: {state}', {
        group,
        title,
        state,
      })}
      {...(cell === 'all' && {
        title: t('security.matrix.included', 'Included in another permission in this row'),
      })}
    >
      {state}
    </EuiButtonEmpty>
  );
}

function cellText(cell: 'none' | 'all' | 'custom'): string {
  switch (cell) {
    case 'none':
      return t('security.common.none', 'None');
    case 'all':
      return t('security.matrix.all', 'All');
    case 'custom':
      return t('security.matrix.custom', 'Custom');
  }
}

function limitsText(row: IndexPermissionForm, others: number): string {
  const parts = [
    ...(others > 0
      ? [
          t('security.matrix.moreActions', '{others, plural, one {# more} other {# more}}', {
            others,
          }),
        ]
      : []),
    ...(row.dls.trim() !== '' ? [t('security.matrix.dls', 'documents')] : []),
    ...(row.flsFields.length > 0 ? [t('security.matrix.fls', 'fields')] : []),
    ...(row.maskedFields.length > 0 ? [t('security.matrix.masks', 'anonymization')] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : t('security.matrix.noLimits', 'No restrictions');
}

const rowTitle = ({ patterns }: IndexPermissionForm): string =>
  patterns.length > 0 ? patterns.join(', ') : t('security.matrix.newRow', 'new row');
