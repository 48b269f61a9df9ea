/** Index permissions of a role as a table; each row expands to the tree of its actions. */
import { EuiButtonIcon, EuiIconTip, EuiScreenReaderOnly } from '@elastic/eui';
import { t } from '@sd/core/public';
import { DASH, Table, type TableColumn, TruncatedList } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { IndexPermission } from '@sd/contracts';
import { type ActionGroups, PermissionTree } from '../../../components/permission_tree';
import { ViewExpression } from '../../../components/view_expression';
import { fieldSecurityText, readDls } from './role_fields';

export interface IndexPermissionTableProps {
  readonly permissions: readonly IndexPermission[];
  readonly groups: ActionGroups;
}

interface Row extends IndexPermission {
  /** Generated, because rows have no name. */
  readonly id: string;
  readonly title: string;
}

export function IndexPermissionTable({
  permissions,
  groups,
}: IndexPermissionTableProps): ReactElement {
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set());
  const rows: readonly Row[] = permissions.map((permission, index) => ({
    ...permission,
    id: String(index),
    title: permission.index_patterns.join(', '),
  }));
  const toggle = (id: string) =>
    setOpenRows((open) =>
      open.has(id) ? new Set([...open].filter((other) => other !== id)) : new Set([...open, id])
    );

  const expanded: Record<string, ReactNode> = {};
  for (const row of rows.filter(({ id }) => openRows.has(id))) {
    expanded[row.id] = (
      <PermissionTree
        permissions={row.allowed_actions}
        groups={groups}
        label={partLabel('tree', row.title)}
      />
    );
  }
  return (
    <Table<Row>
      caption={t('security.common.indexPermissions', 'Index permissions')}
      idOf={({ id }) => id}
      items={rows}
      expanded={expanded}
      columns={rowColumns(openRows, toggle)}
    />
  );
}

function partLabel(part: 'patterns' | 'tree' | 'masked', index: string): string {
  const values = { index };
  switch (part) {
    case 'patterns':
      return t('security.common.indexPatterns', 'Index patterns', values);
    case 'tree':
      return t('security.roleView.actionsLabel', 'Permissions on {index}', values);
    default:
      return t('security.roleView.maskedLabel', 'Anonymized fields of {index}', values);
  }
}

function rowColumns(
  openRows: ReadonlySet<string>,
  toggle: (id: string) => void
): ReadonlyArray<TableColumn<Row>> {
  return [
    {
      id: 'index',
      name: t('security.common.index', 'Index'),
      render: ({ index_patterns: patterns, title }) => (
        <TruncatedList items={patterns} label={partLabel('patterns', title)} />
      ),
    },
    {
      id: 'actions',
      name: t('security.common.permissions', 'Permissions'),
      render: ({ allowed_actions: actions, title }) => (
        <TruncatedList items={actions} label={partLabel('tree', title)} />
      ),
    },
    {
      id: 'dls',
      name: (
        <ExplainedName
          name={t('security.roleView.column.dls', 'Document-level security')}
          explanation={t(
            'security.roleView.column.dlsTip',
            'Restricts the role to a subset of the documents of an index.'
          )}
        />
      ),
      render: ({ dls, title }) => <DlsCell dls={dls} index={title} />,
    },
    {
      id: 'fls',
      name: (
        <ExplainedName
          name={t('security.roleView.column.fls', 'Field-level security')}
          explanation={t(
            'security.roleView.column.flsTip',
            'Controls which fields of a document a user can see.'
          )}
        />
      ),
      render: ({ fls }) => (
        <span style={{ overflowWrap: 'anywhere' }}>{fieldSecurityText(fls) ?? DASH}</span>
      ),
    },
    {
      id: 'masked',
      name: t('security.roleView.column.masked', 'Anonymizations'),
      render: ({ masked_fields: fields, title }) => (
        <TruncatedList items={fields ?? []} label={partLabel('masked', title)} />
      ),
    },
    {
      id: 'expand',
      name: (
        <EuiScreenReaderOnly>
          <span>{t('security.common.expand', 'Expand')}</span>
        </EuiScreenReaderOnly>
      ),
      isControl: true,
      width: '40px',
      render: ({ id }) => (
        <EuiButtonIcon
          iconType={openRows.has(id) ? 'chevronSingleDown' : 'chevronSingleRight'}
          aria-expanded={openRows.has(id)}
          aria-label={
            openRows.has(id)
              ? t('security.roleView.collapse', 'Collapse')
              : t('security.common.expand', 'Expand')
          }
          onClick={() => toggle(id)}
        />
      ),
    },
  ];
}

const ExplainedName = ({
  name,
  explanation,
}: {
  readonly name: string;
  readonly explanation: string;
}): ReactElement => (
  <span>
    {name} <EuiIconTip type="info" content={explanation} size="s" aria-label={explanation} />
  </span>
);

function DlsCell({
  dls,
  index,
}: {
  readonly dls: string | undefined;
  readonly index: string;
}): ReactElement {
  const query = readDls(dls);
  if (!query) return <span>{DASH}</span>;
  if (query.text !== undefined)
    return <code style={{ overflowWrap: 'anywhere' }}>{query.text}</code>;
  return (
    <ViewExpression
      title={t('security.roleView.dlsTitle', 'Document-level security')}
      value={query.json}
      context={index}
    />
  );
}
