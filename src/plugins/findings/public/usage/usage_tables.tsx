/** Table of used permissions. */
import { EuiSpacer, EuiText } from '@elastic/eui';
import type { PermissionUse, RoleUsageReport } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { useParts } from '../parts';
import { actionColumn, countLabel, indicesLabel, lastColumn, namesColumn } from './use_columns';

interface Row extends PermissionUse {
  readonly id: string;
  /** The entry of the role; absent for cluster permissions. */
  readonly patterns?: readonly string[];
}

const NO_USE = { count: 0, last: 0, user_count: 0, users: [], indices: [] };

/** One row per used action, and one per entry that nobody used. */
export function UsedPermissions({ report }: { readonly report: RoleUsageReport }): ReactElement {
  const { PagedTable } = useParts();
  const rows: readonly Row[] = [
    ...report.cluster_actions.map((use) => ({ ...use, id: use.name })),
    ...report.entries.flatMap(({ index_patterns: patterns, actions, unplaced }, at) => [
      ...actions.map((use) => ({ ...use, id: `${at} ${use.name}`, patterns })),
      ...unplaced
        .filter((name) => !actions.some((use) => use.name === name))
        .map((name) => ({ ...NO_USE, id: `${at} ${name}`, name, patterns })),
    ]),
  ];
  const unused = report.entries.filter(
    ({ actions, unplaced }) => actions.length + unplaced.length === 0
  );
  return (
    <>
      <PagedTable<Row>
        caption={t('findings.usage.used', 'What was used')}
        items={rows}
        idOf={({ id }) => id}
        empty={t('findings.usage.nothingUsed', "None of this role's permissions was used.")}
        columns={[
          actionColumn(),
          namesColumn('on', indicesLabel(), ({ patterns = [], indices }) =>
            indices.length > 0 ? indices : patterns
          ),
          namesColumn('users', t('findings.common.users', 'Users'), ({ users }) => users),
          {
            id: 'count',
            name: countLabel(),
            render: ({ count }) =>
              count === 0 ? t('findings.usage.perhaps', 'Perhaps') : i18n.formatNumber(count),
          },
          lastColumn(),
        ]}
      />
      {rows.some(({ count }) => count === 0) && (
        <EuiText size="s" color="subdued">
          <p>
            {t(
              'findings.usage.perhapsText',
              "Perhaps: bulk request events don't name an index, so these may have been used on any index."
            )}
          </p>
        </EuiText>
      )}
      {unused.length > 0 && (
        <>
          <EuiSpacer size="s" />
          <EuiText size="s">
            <p>
              {t('findings.usage.unusedEntries', 'Never used: {entries}.', {
                entries: i18n.formatList(
                  unused.map(({ index_patterns: patterns }) => patterns.join(', '))
                ),
              })}
            </p>
          </EuiText>
        </>
      )}
    </>
  );
}
