/** Users who break a guardrail, and the way by which each has access. */
import { EuiText } from '@elastic/eui';
import type { AffectedUsers } from '@sd/contracts';
import { t } from '@sd/core/public';
import { Table } from '@sd/ui_kit';
import type { ReactElement } from 'react';

type Row = AffectedUsers['users'][number];

export function AffectedUsersTable({ total, users }: AffectedUsers): ReactElement {
  const hasWays = users.some(({ way }) => way.length > 0);
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Table<Row>
        caption={t('findings.affected.caption', 'Affected users')}
        isCompact
        items={users}
        idOf={({ name, way, is_group: isGroup }) => [isGroup, name, ...way].join(' ')}
        columns={[
          {
            id: 'name',
            name: t('findings.affected.user', 'User or backend role'),
            render: ({ name, is_group: isGroup }) => (
              <>
                {name}
                {isGroup && (
                  <EuiText size="xs" color="subdued">
                    {t('findings.affected.group', 'Backend role or host')}
                  </EuiText>
                )}
              </>
            ),
          },
          ...(hasWays
            ? [
                {
                  id: 'way',
                  name: t('findings.affected.way', 'Access through'),
                  render: ({ name, way }: Row) =>
                    (way[0] === name ? way.slice(1) : way).join(' → '),
                },
              ]
            : []),
        ]}
      />
      {total > users.length && (
        <EuiText size="s">
          <p>
            {t('findings.affected.more', 'And {more, number} more.', {
              more: total - users.length,
            })}
          </p>
        </EuiText>
      )}
    </div>
  );
}
