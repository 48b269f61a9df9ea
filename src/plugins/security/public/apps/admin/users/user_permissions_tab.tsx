/** Effective permissions of a user, with the roles that grant or restrict them. */
import { EuiBadge, EuiDescriptionList, EuiLink, EuiSpacer, EuiText } from '@elastic/eui';
import { type ReactElement, useMemo } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, Panel, TruncatedList, useLink, useServerQuery, WrappingText } from '@sd/ui_kit';
import type { EffectivePermissions, InternalUser } from '@sd/contracts';
import type { LastLogin } from '../../../../common';
import { deviceText, methodText, sessionTime } from '../../../components/sessions/session_columns';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import { sessionsOf } from '../../../services/sessions_client';
import { EXPLORER_PAGES, USER_PAGES } from '../paths';
import { tenantLabel } from '../../../services/tenant_labels';
import {
  clusterAccess,
  type GrantedPermission,
  tenantAccess,
  type TenantAccess,
} from '../../../components/access/merged_permissions';
import { PagedTable } from '../../../components/paged_table';
import { RoleTable } from './role_table';
import { UserIndexTable } from './user_index_table';

/** Rows about logins; shows dashes if the current user may not see the sessions of others. */
function useLoginFacts(
  name: string
): ReadonlyArray<{ readonly title: string; readonly description: ReactElement | string }> {
  const { http } = useAdmin().core;
  const link = useLink();
  const { data, isLoading } = useServerQuery(
    resourceKey('internalusers', 'sessions', name),
    (signal) => sessionsOf(http, name).list(1, 1, signal)
  );
  const unknown = isLoading ? '…' : DASH;
  return [
    {
      title: i18n.translate('security.userPermissions.lastLogin', {
        defaultMessage: 'Last sign-in',
      }),
      description: data ? lastLoginText(data.last_sign_in) : unknown,
    },
    {
      title: i18n.translate('security.userPermissions.openSessions', {
        defaultMessage: 'Open sessions',
      }),
      description: data ? (
        <EuiLink {...link(USER_PAGES.sessions(name))}>
          <FormattedMessage
            id="security.userPermissions.sessionCount"
            defaultMessage="{count, plural, =0 {None} one {# session} other {# sessions}}"
            values={{ count: data.total }}
          />
        </EuiLink>
      ) : (
        unknown
      ),
    },
  ];
}

function lastLoginText(last: LastLogin | null): string {
  if (last === null)
    return i18n.translate('security.userPermissions.neverLoggedIn', {
      defaultMessage: 'None in the last year',
    });
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
  const rolesTitle = i18n.translate('security.userPermissions.roles', {
    defaultMessage: 'Roles and where they come from',
  });
  return (
    <>
      <Panel
        title={
          <FormattedMessage id="security.userPermissions.identity" defaultMessage="Identity" />
        }
        actions={
          <EuiLink {...link(EXPLORER_PAGES.about(name))}>
            <FormattedMessage
              id="security.userPermissions.explore"
              defaultMessage="Explain a single action"
            />
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
              <FormattedMessage
                id="security.userPermissions.noRoles"
                defaultMessage="This user has no role, and so may do nothing yet. Give roles on the tab “Roles”."
              />
            </p>
          </EuiText>
        )}
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        title={
          <FormattedMessage
            id="security.userPermissions.index"
            defaultMessage="Indices: what may be done, and what is held back"
          />
        }
      >
        <UserIndexTable name={name} roles={effective.roles} />
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        title={<FormattedMessage id="security.userPermissions.cluster" defaultMessage="Cluster" />}
      >
        <PagedTable<GrantedPermission>
          caption={i18n.translate('security.userPermissions.clusterCaption', {
            defaultMessage: 'Cluster permissions of {name}',
            values: { name },
          })}
          items={cluster}
          itemId="name"
          columns={[
            {
              name: i18n.translate('security.userPermissions.permission', {
                defaultMessage: 'Permission',
              }),
              render: ({ name: permission }: GrantedPermission) => (
                <WrappingText text={permission} />
              ),
            },
            {
              name: grantedByLabel(),
              render: ({ name: permission, roles }: GrantedPermission) => (
                <TruncatedList items={roles} label={`${grantedByLabel()}: ${permission}`} />
              ),
            },
          ]}
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        title={<FormattedMessage id="security.userPermissions.tenants" defaultMessage="Tenants" />}
      >
        <TenantTable name={name} tenants={tenants} />
      </Panel>
    </>
  );
}

const grantedByLabel = (): string =>
  i18n.translate('security.userPermissions.givenBy', { defaultMessage: 'Given by' });

function Identity({ name, user, effective }: UserPermissionsTabProps): ReactElement {
  const loginFacts = useLoginFacts(name);
  const attributes = Object.entries(user.attributes ?? {}).map(
    ([key, value]) => `${key}: ${value}`
  );
  const list = (label: string, items: readonly string[]) => ({
    title: label,
    description: <TruncatedList items={items} label={label} />,
  });
  return (
    <EuiDescriptionList
      compressed
      type="responsiveColumn"
      listItems={[
        list(
          i18n.translate('security.users.column.backendRoles', { defaultMessage: 'Backend roles' }),
          effective.user.backend_roles
        ),
        list(
          i18n.translate('security.users.column.attributes', { defaultMessage: 'Attributes' }),
          attributes
        ),
        {
          title: i18n.translate('security.userPermissions.api', {
            defaultMessage: 'Administers security',
          }),
          description: effective.api.has_api_access ? (
            <EuiBadge color="accent">
              <FormattedMessage id="security.userPermissions.yes" defaultMessage="Yes" />
            </EuiBadge>
          ) : (
            <FormattedMessage id="security.userPermissions.no" defaultMessage="No" />
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
      caption={i18n.translate('security.userPermissions.tenantCaption', {
        defaultMessage: 'Tenants of {name}',
        values: { name },
      })}
      items={tenants}
      itemId="tenant"
      columns={[
        {
          name: i18n.translate('security.userPermissions.tenant', { defaultMessage: 'Tenant' }),
          render: ({ tenant }: TenantAccess) => <WrappingText text={tenantLabel(tenant, name)} />,
        },
        {
          name: i18n.translate('security.userPermissions.right', { defaultMessage: 'Access' }),
          render: ({ canWrite }: TenantAccess) =>
            canWrite ? (
              <FormattedMessage
                id="security.userPermissions.write"
                defaultMessage="Read and write"
              />
            ) : (
              <FormattedMessage id="security.userPermissions.read" defaultMessage="Read only" />
            ),
        },
        {
          name: grantedByLabel(),
          render: ({ tenant, roles }: TenantAccess) =>
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
