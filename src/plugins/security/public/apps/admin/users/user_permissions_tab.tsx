/** Effective permissions of a user, with the roles that grant or restrict them. */
import { EuiBadge, EuiLink, EuiSpacer, EuiText } from '@elastic/eui';
import { type ReactElement, useMemo } from 'react';
import { i18n, t } from '@sd/core/public';
import {
  DASH,
  Panel,
  TruncatedList,
  useLink,
  useServerQuery,
  WrappingText,
  Facts,
} from '@sd/ui_kit';
import type { EffectivePermissions, InternalUser } from '@sd/contracts';
import type { LastLogin } from '../../../../common';
import { deviceText, methodText, sessionTime } from '../../../components/sessions/session_columns';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import { useFeature } from '../../../services/features';
import { getSessions } from '../../../services/sessions';
import { visibleAttributes } from '../../../services/user_suspension';
import { EXPLORER_PAGES, USER_PAGES } from '../paths';
import { tenantLabel } from '../../../services/tenant_labels';
import {
  clusterAccess,
  type GrantedPermission,
  tenantAccess,
  type TenantAccess,
} from '../../../components/access/merged_permissions';
import { NotConsidered } from '../../../components/access/not_considered';
import { PagedTable } from '../../../components/paged_table';
import { RoleTable } from './role_table';
import { UserIndexTable } from './user_index_table';

/** Rows about logins; shows dashes if the current user may not see the sessions of others. */
function useLoginFacts(
  name: string
): ReadonlyArray<{ readonly title: string; readonly description: ReactElement | string }> {
  const { http } = useAdmin().core;
  const link = useLink();
  const hasSessions = useFeature('sessions');
  const { data, isLoading } = useServerQuery(
    resourceKey('internalusers', 'sessions', name),
    (signal) => getSessions(http, name).list(1, 1, signal),
    { isOff: !hasSessions }
  );
  if (!hasSessions) return [];
  const unknown = isLoading ? '…' : DASH;
  return [
    {
      title: t('security.userPermissions.lastLogin', 'Last login'),
      description: data ? lastLoginText(data.last_sign_in) : unknown,
    },
    {
      title: t('security.userPermissions.openSessions', 'Open sessions'),
      description: data ? (
        <EuiLink {...link(USER_PAGES.sessions(name))}>
          {t(
            'security.userPermissions.sessionCount',
            '{count, plural, =0 {None} one {# session} other {# sessions}}',
            { count: data.total }
          )}
        </EuiLink>
      ) : (
        unknown
      ),
    },
  ];
}

function lastLoginText(last: LastLogin | null): string {
  if (last === null) return t('security.userPermissions.neverLoggedIn', 'None in the last year');
  const parts = [sessionTime(last.at)];
  if (last.method !== undefined) parts.push(methodText(last.method));
  if (last.remote_address !== undefined) parts.push(deviceText(last), last.remote_address);
  return i18n.formatList(parts, { type: 'unit' });
}

interface UserPermissionsTabProps {
  readonly name: string;
  readonly user: InternalUser;
  readonly effective: EffectivePermissions;
}

export function UserPermissionsTab({
  name,
  user,
  effective,
}: UserPermissionsTabProps): ReactElement {
  const link = useLink();
  const cluster = useMemo(() => clusterAccess(effective.roles), [effective]);
  const tenants = useMemo(() => tenantAccess(effective), [effective]);
  const rolesTitle = t('security.userPermissions.roles', 'Roles and their sources');
  return (
    <>
      <NotConsidered codes={effective.not_considered} />
      <Panel
        title={t('security.userPermissions.identity', 'Identity')}
        actions={
          <EuiLink {...link(EXPLORER_PAGES.about(name))}>
            {t('security.common.checkASingleAction', 'Check a single action')}
          </EuiLink>
        }
      >
        <Identity name={name} user={user} effective={effective} />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={rolesTitle}>
        {effective.roles.length > 0 ? (
          <RoleTable name={name} roles={effective.roles} />
        ) : (
          <EuiText size="s">
            <p>
              {t(
                'security.userPermissions.noRoles',
                "This user has no roles and can't do anything yet. Give roles on the “Roles” tab."
              )}
            </p>
          </EuiText>
        )}
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('security.userPermissions.index', 'Index access and restrictions')}>
        <UserIndexTable name={name} roles={effective.roles} />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('security.common.cluster', 'Cluster')}>
        <PagedTable<GrantedPermission>
          caption={t('security.userPermissions.clusterCaption', 'Cluster permissions of {name}', {
            name,
          })}
          items={cluster}
          idOf={({ name: permission }) => permission}
          columns={[
            {
              id: 'permission',
              name: t('security.common.permission', 'Permission'),
              render: ({ name: permission }) => <WrappingText text={permission} />,
            },
            {
              id: 'roles',
              name: grantedByLabel(),
              render: ({ name: permission, roles }) => (
                <TruncatedList items={roles} label={`${grantedByLabel()}: ${permission}`} />
              ),
            },
          ]}
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('security.common.tenants', 'Tenants')}>
        <TenantTable name={name} tenants={tenants} />
      </Panel>
    </>
  );
}

const grantedByLabel = (): string => t('security.userPermissions.givenBy', 'Granted by');

function Identity({ name, user, effective }: UserPermissionsTabProps): ReactElement {
  const loginFacts = useLoginFacts(name);
  const attributes = Object.entries(visibleAttributes(user)).map(
    ([key, value]) => `${key}: ${value}`
  );
  const list = (label: string, items: readonly string[]) => ({
    title: label,
    description: <TruncatedList items={items} label={label} />,
  });
  return (
    <Facts
      items={[
        list(t('security.common.backendRoles', 'Backend roles'), effective.user.backend_roles),
        list(t('security.common.attributes', 'Attributes'), attributes),
        {
          title: t('security.userPermissions.api', 'Can administer security'),
          description: effective.api.has_api_access ? (
            <EuiBadge color="accent">{t('security.common.yes', 'Yes')}</EuiBadge>
          ) : (
            t('security.userPermissions.no', 'No')
          ),
        },
        ...loginFacts,
      ]}
    />
  );
}

function TenantTable({
  name,
  tenants,
}: {
  readonly name: string;
  readonly tenants: readonly TenantAccess[];
}): ReactElement {
  return (
    <PagedTable<TenantAccess>
      caption={t('security.userPermissions.tenantCaption', 'Tenants of {name}', { name })}
      items={tenants}
      idOf={({ tenant }) => tenant}
      columns={[
        {
          id: 'tenant',
          name: t('security.common.tenant', 'Tenant'),
          render: ({ tenant }) => <WrappingText text={tenantLabel(tenant, name)} />,
        },
        {
          id: 'access',
          name: t('security.common.access', 'Access'),
          render: ({ canWrite }) =>
            canWrite
              ? t('security.userPermissions.write', 'Read and write')
              : t('security.common.readOnly2', 'Read only'),
        },
        {
          id: 'roles',
          name: grantedByLabel(),
          render: ({ tenant, roles }) =>
            roles.length > 0 ? (
              <TruncatedList items={roles} label={`${grantedByLabel()}: ${tenant}`} />
            ) : (
              DASH
            ),
        },
      ]}
    />
  );
}
