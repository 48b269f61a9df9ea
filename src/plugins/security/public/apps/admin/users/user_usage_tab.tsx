/** Usage tab of a user: what they did, by which role, and roles that they never used. */
import { EuiBadge, EuiButton, EuiSpacer, EuiText } from '@elastic/eui';
import type { EffectivePermissions, EffectiveRole, UserUsageReport } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import { DASH, Panel, useLink, WrappingText } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { dayLabel } from '../../../components/history/change_texts';
import { PagedTable } from '../../../components/paged_table';
import { RecordedUses } from '../../../components/usage/recorded_uses';
import type { EntityPartProps } from '../../../types';
import { resourceKey } from '../../../services/query_keys';
import { isRemovable } from '../../../services/role_membership';
import { ROLE_PAGES } from '../paths';
import { RecordedUsage } from '../usage/recorded_usage';
import {
  actionColumn,
  countLabel,
  indicesLabel,
  lastColumn,
  lastLabel,
  namesColumn,
} from '../usage/use_columns';
import { RemoveRolesDialog } from './user_roles_tab';

interface UserUsageTabProps {
  readonly name: string;
  readonly effective: EffectivePermissions;
}

export const UserUsageTab = ({ name, effective }: EntityPartProps['user']): ReactElement | null =>
  effective ? <UsageOf name={name} effective={effective} /> : null;

const UsageOf = ({ name, effective }: UserUsageTabProps): ReactElement => (
  <RecordedUsage<UserUsageReport>
    intro={t(
      'security.userUsage.intro',
      'See what {name} used and which roles allowed it, and remove roles that were never used.',
      { name }
    )}
    queryKey={resourceKey('internalusers', 'usage', name)}
    request={{ user: name }}
  >
    {(report) => <Usage name={name} effective={effective} report={report} />}
  </RecordedUsage>
);

interface UsageProps extends UserUsageTabProps {
  readonly report: UserUsageReport;
}

function Usage({ name, effective, report }: UsageProps): ReactElement {
  const { events, denied } = report;
  return (
    <>
      {events > 0 && (
        <>
          <Panel title={t('security.usage.used', 'What was used')}>
            <UsedActions used={report.used} />
          </Panel>
          <EuiSpacer size="m" />
          <UsedRoles name={name} effective={effective} report={report} />
          <EuiSpacer size="m" />
        </>
      )}
      {denied.uses > 0 && (
        <Panel
          title={t('security.userUsage.denied', 'Denied requests ({count, number})', {
            count: denied.uses,
          })}
        >
          <RecordedUses uses={denied.examples} />
        </Panel>
      )}
    </>
  );
}

const RoleLink = ({ name }: { readonly name: string }): ReactElement => {
  const link = useLink();
  return (
    <a {...link(ROLE_PAGES.view(name))}>
      <WrappingText text={name} />
    </a>
  );
};

type Used = UserUsageReport['used'][number];

const UsedActions = ({ used }: { readonly used: readonly Used[] }): ReactElement => (
  <PagedTable<Used>
    caption={t('security.usage.used', 'What was used')}
    items={used}
    idOf={({ name }) => name}
    empty={t('security.userUsage.nothingUsed', 'No allowed requests by this user were recorded.')}
    columns={[
      actionColumn(),
      namesColumn('on', indicesLabel(), ({ indices }) => indices),
      namesColumn(
        'roles',
        t('security.userUsage.grantedBy', 'Granted by'),
        ({ roles }) => roles,
        t('security.userUsage.notNow', 'No current role')
      ),
      { id: 'count', name: countLabel(), render: ({ count }) => i18n.formatNumber(count) },
      lastColumn(),
    ]}
  />
);

interface RoleRow {
  readonly use: UserUsageReport['roles'][number];
  /** Absent if the roles changed meanwhile. */
  readonly role: EffectiveRole | undefined;
}

/** Grants something whose use would be recorded, and was not used. */
const isUnused = ({ use: { count, grants, unrecorded } }: RoleRow): boolean =>
  count === 0 && grants.now > 0 && !unrecorded.includes('administration');

function UsedRoles({ name, effective, report }: UsageProps): ReactElement {
  const [selected, setSelected] = useState<readonly RoleRow[]>([]);
  const [isRemoving, setIsRemoving] = useState(false);
  const rows = report.roles.map((use) => ({
    use,
    role: effective.roles.find(({ role }) => role === use.name),
  }));
  const items = [...rows.filter(isUnused), ...rows.filter((row) => !isUnused(row))];
  const isSelectable = ({ role }: RoleRow): boolean =>
    role !== undefined && isRemovable(role.origins, name);
  // Days that are not counted yet may show a use.
  const canRemove = report.progress === undefined && rows.some(isSelectable);
  return (
    <Panel
      title={t('security.userUsage.roles', 'Role usage')}
      description={t(
        'security.userUsage.rolesText',
        "The use of tenants and of the security API isn't recorded."
      )}
      actions={
        canRemove && (
          <EuiButton
            color="danger"
            isDisabled={selected.length === 0}
            onClick={() => setIsRemoving(true)}
          >
            {t('security.common.removeRoles', 'Remove roles')}
          </EuiButton>
        )
      }
    >
      <PagedTable<RoleRow>
        caption={t('security.userUsage.roles', 'Role usage')}
        items={items}
        idOf={({ use }) => use.name}
        empty={t('security.common.thisUserHasNoRoles', 'This user has no roles.')}
        {...(canRemove && {
          selection: {
            onChange: setSelected,
            isSelectable,
            labelOf: (row: RoleRow) =>
              isSelectable(row)
                ? t('security.userRoles.select', 'Select {role}', { role: row.use.name })
                : t('security.userRoles.shared', '{role} comes from a mapping shared with others', {
                    role: row.use.name,
                  }),
          },
        })}
        columns={[
          {
            id: 'role',
            name: t('security.common.role', 'Role'),
            width: '12rem',
            render: ({ use }) => <RoleLink name={use.name} />,
          },
          {
            id: 'count',
            name: countLabel(),
            width: '8rem',
            render: (row) => <Times row={row} />,
          },
          {
            id: 'last',
            name: lastLabel(),
            width: '8rem',
            render: ({ use: { last } }) => (last === undefined ? DASH : dayLabel(last)),
          },
          {
            id: 'grants',
            name: t('security.userUsage.permissions', 'Permissions used'),
            render: ({ use: { grants } }) =>
              t('security.userUsage.ofGranted', '{used, number} of {now, number}', grants),
          },
          namesColumn('unused', t('security.userUsage.unused', 'Never used'), ({ use }) =>
            use.unused.map((patterns) => patterns.join(', '))
          ),
        ]}
      />
      {report.roles.some(({ is_uncertain: isUncertain }) => isUncertain) && (
        <EuiText size="s" color="subdued">
          <p>
            {t(
              'security.usage.perhapsText',
              "Perhaps: bulk request events don't name an index, so these may have been used on any index."
            )}
          </p>
        </EuiText>
      )}
      {isRemoving && (
        <RemoveRolesDialog
          name={name}
          roles={selected.flatMap(({ role }) => role ?? [])}
          onClose={() => {
            setIsRemoving(false);
            setSelected([]);
          }}
        />
      )}
    </Panel>
  );
}

function Times({ row }: { readonly row: RoleRow }): ReactElement {
  const { count, is_uncertain: isUncertain, unrecorded } = row.use;
  if (isUncertain) return <>{t('security.usage.perhaps', 'Perhaps')}</>;
  if (count > 0) return <>{i18n.formatNumber(count)}</>;
  if (!isUnused(row)) return <>{t('security.userUsage.notRecorded', 'Not recorded')}</>;
  return (
    <>
      <EuiBadge color="warning">{t('security.common.never', 'Never')}</EuiBadge>{' '}
      {unrecorded.includes('tenants') &&
        t('security.userUsage.tenants', 'Also grants access to tenants')}
    </>
  );
}
