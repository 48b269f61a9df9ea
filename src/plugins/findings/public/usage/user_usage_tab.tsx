/** Usage tab of a user: what they did, by which role, and roles that they never used. */
import { EuiBadge, EuiButton, EuiSpacer, EuiText } from '@elastic/eui';
import type { EffectivePermissions, EffectiveRole, UserUsageReport } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import { DASH, Panel, useLink, WrappingText } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { EntityPartProps } from '@sd/plugins/security/public';
import { dayLabel } from '../day_label';
import { useParts, withParts } from '../parts';
import { RecordedUsage } from './recorded_usage';
import { RecordedUses } from './recorded_uses';
import {
  actionColumn,
  countLabel,
  indicesLabel,
  lastColumn,
  lastLabel,
  namesColumn,
} from './use_columns';

interface UserUsageTabProps {
  readonly name: string;
  readonly effective: EffectivePermissions;
}

export const userUsageTab = withParts(UserUsageTab);

function UserUsageTab({ name, effective }: EntityPartProps['user']): ReactElement | null {
  return effective ? <UsageTab name={name} effective={effective} /> : null;
}

const UsageTab = ({ name, effective }: UserUsageTabProps): ReactElement => (
  <RecordedUsage<UserUsageReport>
    intro={t(
      'findings.userUsage.intro',
      'See what {name} used and which roles allowed it, and remove roles that were never used.',
      { name }
    )}
    queryKey={useParts().resourceKey('internalusers', 'usage', name)}
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
          <Panel title={t('findings.usage.used', 'What was used')}>
            <UsedActions used={report.used} />
          </Panel>
          <EuiSpacer size="m" />
          <UsedRoles name={name} effective={effective} report={report} />
          <EuiSpacer size="m" />
        </>
      )}
      {denied.uses > 0 && (
        <Panel
          title={t('findings.userUsage.denied', 'Denied requests ({count, number})', {
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
  const { ROLE_PAGES } = useParts();
  return (
    <a {...link(ROLE_PAGES.view(name))}>
      <WrappingText text={name} />
    </a>
  );
};

type Used = UserUsageReport['used'][number];

function UsedActions({ used }: { readonly used: readonly Used[] }): ReactElement {
  const { PagedTable } = useParts();
  return (
    <PagedTable<Used>
      caption={t('findings.usage.used', 'What was used')}
      items={used}
      idOf={({ name }) => name}
      empty={t('findings.userUsage.nothingUsed', 'No allowed requests by this user were recorded.')}
      columns={[
        actionColumn(),
        namesColumn('on', indicesLabel(), ({ indices }) => indices),
        namesColumn(
          'roles',
          t('findings.userUsage.grantedBy', 'Granted by'),
          ({ roles }) => roles,
          t('findings.userUsage.notNow', 'No current role')
        ),
        { id: 'count', name: countLabel(), render: ({ count }) => i18n.formatNumber(count) },
        lastColumn(),
      ]}
    />
  );
}

interface RoleRow {
  readonly use: UserUsageReport['roles'][number];
  /** Absent if the roles changed meanwhile. */
  readonly role: EffectiveRole | undefined;
}

/** Grants something whose use would be recorded, and was not used. */
const isUnused = ({ use: { count, grants, unrecorded } }: RoleRow): boolean =>
  count === 0 && grants.now > 0 && !unrecorded.includes('administration');

function UsedRoles({ name, effective, report }: UsageProps): ReactElement {
  const { isRemovable, PagedTable, RemoveRolesDialog } = useParts();
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
      title={t('findings.userUsage.roles', 'Role usage')}
      description={t(
        'findings.userUsage.rolesText',
        "The use of tenants and of the security API isn't recorded."
      )}
      actions={
        canRemove && (
          <EuiButton
            color="danger"
            isDisabled={selected.length === 0}
            onClick={() => setIsRemoving(true)}
          >
            {t('findings.common.removeRoles', 'Remove roles')}
          </EuiButton>
        )
      }
    >
      <PagedTable<RoleRow>
        caption={t('findings.userUsage.roles', 'Role usage')}
        items={items}
        idOf={({ use }) => use.name}
        empty={t('findings.common.thisUserHasNoRoles', 'This user has no roles.')}
        {...(canRemove && {
          selection: {
            onChange: setSelected,
            isSelectable,
            labelOf: (row: RoleRow) =>
              isSelectable(row)
                ? t('findings.userRoles.select', 'Select {role}', { role: row.use.name })
                : t('findings.userRoles.shared', '{role} comes from a mapping shared with others', {
                    role: row.use.name,
                  }),
          },
        })}
        columns={[
          {
            id: 'role',
            name: t('findings.common.role', 'Role'),
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
            name: t('findings.userUsage.permissions', 'Permissions used'),
            render: ({ use: { grants } }) =>
              t('findings.userUsage.ofGranted', '{used, number} of {now, number}', grants),
          },
          namesColumn('unused', t('findings.userUsage.unused', 'Never used'), ({ use }) =>
            use.unused.map((patterns) => patterns.join(', '))
          ),
        ]}
      />
      {report.roles.some(({ is_uncertain: isUncertain }) => isUncertain) && (
        <EuiText size="s" color="subdued">
          <p>
            {t(
              'findings.usage.perhapsText',
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
  if (isUncertain) return <>{t('findings.usage.perhaps', 'Perhaps')}</>;
  if (count > 0) return <>{i18n.formatNumber(count)}</>;
  if (!isUnused(row)) return <>{t('findings.userUsage.notRecorded', 'Not recorded')}</>;
  return (
    <>
      <EuiBadge color="warning">{t('findings.common.never', 'Never')}</EuiBadge>{' '}
      {unrecorded.includes('tenants') &&
        t('findings.userUsage.tenants', 'Also grants access to tenants')}
    </>
  );
}
