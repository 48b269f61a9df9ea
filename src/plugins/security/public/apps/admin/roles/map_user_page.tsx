/**
 * Maps users to a role. Source: reference security-plugin 1.6.4; unlike there, hosts and and-backend-roles can be
 * edited (demand.md 7), everything else of the mapping is kept, and two administrators do not overwrite one another.
 */
import { EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n, useRequest } from '@sd/core/public';
import { type ReactElement, useRef, useState } from 'react';
import type { RoleMapping } from '../../../../common';
import { ConflictDialog } from '../../../components/form/conflict_dialog';
import { EntityCombo } from '../../../components/form/entity_combo';
import { FormFrame } from '../../../components/form/form_frame';
import { TextCombo } from '../../../components/form/text_combo';
import { useEntityForm } from '../../../components/form/use_entity_form';
import { LoadError } from '../../../components/load_error';
import { PageHeader } from '../../../components/page_header';
import { Panel } from '../../../components/panel';
import { TOAST_LIFETIME_MS } from '../../../components/texts';
import type { SaveCondition, Versioned } from '../../../services/security_client';
import { useAdmin } from '../admin_context';
import { ROLE_PAGES } from '../routing/paths';
import { usePage } from '../routing/use_page';
import { writableMapping } from './mapping_rows';

export function MapUserPage({ name }: { readonly name: string }): ReactElement {
  const { client } = useAdmin();
  const request = useRequest(name, async (signal) => ({
    mapping: await client.find('rolesmapping', name, signal),
  }));
  const [newer, setNewer] = useState<Versioned<'rolesmapping'>>();
  const title = i18n.translate('security.mapUser.title', { defaultMessage: 'Map user' });
  usePage([
    {
      text: i18n.translate('security.roles.crumb', { defaultMessage: 'Roles' }),
      path: ROLE_PAGES.list,
    },
    { text: name, path: ROLE_PAGES.view(name) },
    { text: title },
  ]);
  return (
    <>
      <PageHeader
        title={title}
        description={
          <FormattedMessage
            id="security.mapUser.intro"
            defaultMessage="Map users to the role “{name}”, so that they get its permissions: by their names, or by backend roles, which they bring along from where they sign in."
            values={{ name }}
          />
        }
      />
      {request.error !== undefined && <LoadError error={request.error} onRetry={request.reload} />}
      {request.data === undefined && request.isLoading && <EuiSkeletonText lines={6} />}
      {request.data && (
        <MapUserForm
          key={newer?.etag ?? 'first'}
          name={name}
          source={newer ?? request.data.mapping}
          onLoadTheirs={setNewer}
        />
      )}
    </>
  );
}

interface MapUserFormProps {
  readonly name: string;
  /** `undefined`: the role has no mapping yet. */
  readonly source: Versioned<'rolesmapping'> | undefined;
  readonly onLoadTheirs: (theirs: Versioned<'rolesmapping'>) => void;
}

const NO_MAPPING: RoleMapping = { users: [], backend_roles: [], and_backend_roles: [], hosts: [] };

function MapUserForm({ name, source, onLoadTheirs }: MapUserFormProps): ReactElement {
  const { client, core, history } = useAdmin();
  const condition = useRef<SaveCondition>(source ? { etag: source.etag } : { create: true });
  const { users, backend_roles, and_backend_roles, hosts } = { ...NO_MAPPING, ...source?.entity };
  const state = useEntityForm({
    initial: { users, backend_roles, and_backend_roles, hosts },
    validate: () => ({}),
    save: (form) =>
      client.save(
        'rolesmapping',
        name,
        { ...writableMapping(source?.entity), ...form },
        condition.current
      ),
    onSaved: () => {
      core.notifications.toasts.addSuccess({
        title: i18n.translate('security.mapUser.saved', {
          defaultMessage: 'Role "{name}" successfully updated.',
          values: { name },
        }),
        toastLifeTimeMs: TOAST_LIFETIME_MS,
      });
      history.push(ROLE_PAGES.mappedUsers(name));
    },
  });
  const { form, change } = state;
  return (
    <>
      <FormFrame
        state={state}
        label={i18n.translate('security.mapUser.label', { defaultMessage: 'Role mapping' })}
        cancelPath={ROLE_PAGES.mappedUsers(name)}
        submitLabel={<FormattedMessage id="security.mapUser.map" defaultMessage="Map" />}
      >
        <Panel title={<FormattedMessage id="security.mapUser.users" defaultMessage="Users" />}>
          <EntityCombo
            id="users"
            resource="internalusers"
            label={i18n.translate('security.mapUser.usersLabel', { defaultMessage: 'Users' })}
            helpText={i18n.translate('security.mapUser.usersHelp', {
              defaultMessage:
                'Look up an internal user by name, or type the name of a user from elsewhere.',
            })}
            values={form.users}
            onChange={(next) => change({ users: next })}
          />
        </Panel>
        <EuiSpacer size="m" />
        <Panel
          title={
            <FormattedMessage id="security.mapUser.backendRoles" defaultMessage="Backend roles" />
          }
        >
          <TextCombo
            id="backendRoles"
            label={i18n.translate('security.mapUser.anyOf', {
              defaultMessage: 'Any of these backend roles',
            })}
            placeholder={i18n.translate('security.mapUser.backendRolePlaceholder', {
              defaultMessage: 'Type in backend role',
            })}
            values={form.backend_roles}
            onChange={(next) => change({ backend_roles: next })}
          />
          <TextCombo
            id="andBackendRoles"
            label={i18n.translate('security.mapUser.allOf', {
              defaultMessage: 'All of these backend roles together',
            })}
            placeholder={i18n.translate('security.mapUser.backendRolePlaceholder', {
              defaultMessage: 'Type in backend role',
            })}
            values={form.and_backend_roles}
            onChange={(next) => change({ and_backend_roles: next })}
          />
        </Panel>
        <EuiSpacer size="m" />
        <Panel
          isOptional
          title={<FormattedMessage id="security.mapUser.hosts" defaultMessage="Hosts" />}
        >
          <TextCombo
            id="hosts"
            label={i18n.translate('security.mapUser.hostsLabel', {
              defaultMessage: 'Host names or addresses',
            })}
            helpText={i18n.translate('security.mapUser.hostsHelp', {
              defaultMessage: 'Whoever comes from one of these hosts has the role.',
            })}
            values={form.hosts}
            onChange={(next) => change({ hosts: next })}
          />
        </Panel>
      </FormFrame>
      {state.isConflict && (
        <ConflictDialog
          resource="rolesmapping"
          name={name}
          original={source?.entity ?? NO_MAPPING}
          onLoadTheirs={onLoadTheirs}
          onKeepEditing={(theirs) => {
            condition.current = theirs ? { etag: theirs.etag } : { create: true };
            state.closeConflict();
          }}
        />
      )}
    </>
  );
}
