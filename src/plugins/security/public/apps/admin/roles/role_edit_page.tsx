/** Loads what the role form needs. Source: reference security-plugin 1.6.2. */
import { EuiSkeletonText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { LoadError, PageHeader, usePage, useRead } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { Role } from '@sd/contracts';
import { duplicateName } from '../../../../common';
import { resourceKey } from '../../../services/query_keys';
import type { SecurityClient, Versioned } from '../../../services/security_client';
import { useAdmin } from '../../../services/admin_context';
import type { EditAction } from '../../../services/edit_action';
import { ROLE_PAGES } from '../routing/paths';
import type { PermissionNames } from './permission_options';
import { RoleForm } from './role_form';
import { emptyRoleForm, roleToForm } from './role_form_state';
import { NoSuchRole } from './no_such_role';

export interface RoleEditPageProps {
  readonly action: EditAction;
  /** The role to edit or duplicate. */
  readonly name?: string;
}

interface Loaded {
  readonly names: PermissionNames;
  /** Absent when a role is created from nothing. */
  readonly source?: Versioned<'roles'>;
  readonly isMissing: boolean;
}

function titleOf(action: EditAction): string {
  switch (action) {
    case 'create':
      return i18n.translate('security.roleEdit.create', { defaultMessage: 'Create Role' });
    case 'edit':
      return i18n.translate('security.roleEdit.edit', { defaultMessage: 'Edit Role' });
    case 'duplicate':
      return i18n.translate('security.roleEdit.duplicate', { defaultMessage: 'Duplicate Role' });
  }
}

async function load(
  client: SecurityClient,
  name: string | undefined,
  signal: AbortSignal
): Promise<Loaded> {
  const [catalogue, groups, source] = await Promise.all([
    client.permissionCatalogue(signal),
    client.list('actiongroups', signal),
    name === undefined ? undefined : client.find('roles', name, signal),
  ]);
  return {
    names: { ...catalogue, groups: Object.keys(groups.data).sort() },
    source,
    isMissing: name !== undefined && source === undefined,
  };
}

export function RoleEditPage({ action, name }: RoleEditPageProps): ReactElement {
  const { client } = useAdmin();
  const request = useRead(
    resourceKey('roles', 'form', name ?? ''),
    (signal) => load(client, name, signal),
    { isFresh: true }
  );
  // A version loaded in place of the first one, after a conflict.
  const [newer, setNewer] = useState<Versioned<'roles'>>();
  const title = titleOf(action);
  usePage([
    {
      text: i18n.translate('security.roles.crumb', { defaultMessage: 'Roles' }),
      path: ROLE_PAGES.list,
    },
    ...(action === 'edit' && name !== undefined
      ? [{ text: name, path: ROLE_PAGES.view(name) }]
      : []),
    { text: title },
  ]);
  const { data } = request;
  if (data?.isMissing) return <NoSuchRole name={name ?? ''} />;
  const source = newer ?? data?.source;
  return (
    <>
      <PageHeader
        title={title}
        description={
          <FormattedMessage
            id="security.roleEdit.intro"
            defaultMessage="Roles control who may do what. A role combines permissions on the cluster and on indices, security of documents and fields, and access to tenants. Once you have created the role, you can map users to it."
          />
        }
      />
      {request.error !== undefined && <LoadError error={request.error} onRetry={request.reload} />}
      {data === undefined && request.isLoading && <EuiSkeletonText lines={8} />}
      {data && (
        <RoleForm
          key={newer?.etag ?? 'first'}
          action={action}
          title={name === undefined ? title : `${title}: ${name}`}
          names={data.names}
          initial={initialForm(action, name, source?.entity)}
          source={source}
          onLoadTheirs={setNewer}
        />
      )}
    </>
  );
}

function initialForm(action: EditAction, name: string | undefined, role: Role | undefined) {
  if (!role || name === undefined) return emptyRoleForm();
  return roleToForm(action === 'duplicate' ? duplicateName(name) : name, role);
}
