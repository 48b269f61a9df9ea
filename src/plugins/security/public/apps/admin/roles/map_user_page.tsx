/**
 * Maps users to a role. In addition, hosts and and-backend-roles can be edited, the rest of the
 * mapping is kept, and concurrent changes are not overwritten.
 */
import { EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { FormFrame, Panel, TextCombo, useEntityForm } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { MAPPING_CONDITIONS, type RoleMapping } from '@sd/contracts';
import { FormActions } from '../../../components/form/save_actions';
import { EntityEditPage, type EntityFormInput } from '../../../components/form/entity_edit_page';
import { EntityCombo } from '../../../components/form/entity_combo';
import { entityChange } from '../../../components/impact/use_impact';
import { ImpactPanel } from '../../../components/impact/impact_panel';
import { toProposal } from '../../../components/form/restored';
import { useReturnPath } from '../../../services/prefilled_changes';
import { useAdmin } from '../../../services/admin_context';
import { writableMapping } from '../../../services/role_membership';
import { ROLE_PAGES } from '../paths';
import { MappingChange, type MappingForm } from './mapping_change';

export function MapUserPage({ name }: { readonly name: string }): ReactElement {
  const title = t('security.common.mapUser', 'Map user');
  return (
    <EntityEditPage
      resource="rolesmapping"
      action="edit"
      name={name}
      title={title}
      crumbs={[
        { text: t('security.common.roles', 'Roles'), path: ROLE_PAGES.list },
        { text: name, path: ROLE_PAGES.view(name) },
      ]}
      description={t(
        'security.mapUser.intro',
        'Users mapped to the role “{name}” get its permissions. Map them by name or by backend role.',
        { name }
      )}
    >
      {(input) => <MapUserForm {...input} />}
    </EntityEditPage>
  );
}

const mappingToForm = (mapping: RoleMapping | undefined): MappingForm =>
  Object.fromEntries(
    MAPPING_CONDITIONS.map((condition) => [condition, mapping?.[condition] ?? []])
  ) as unknown as MappingForm;

function MapUserForm(props: EntityFormInput<'rolesmapping'>): ReactElement {
  const { name, title, source, restored, onLoadTheirs } = props;
  const { entities } = useAdmin();
  const returnPath = useReturnPath();
  const form = useEntityForm<MappingForm, RoleMapping>({
    store: entities.store('rolesmapping'),
    label: title,
    secrets: [],
    initial: mappingToForm(source?.entity),
    proposal: toProposal(restored, (_name, mapping) => mappingToForm(mapping)),
    source,
    nameOf: () => name,
    toEntity: (values, original) => ({ ...writableMapping(original), ...values }),
    validate: () => ({}),
    savedText: () => t('security.mapUser.saved', 'Role "{name}" successfully updated.', { name }),
    nextPath: () => returnPath ?? ROLE_PAGES.mappedUsers(name),
    onLoadTheirs,
  });
  const { control } = form;
  return (
    <FormFrame
      form={form}
      moreActions={<FormActions form={form} kind="rolesmapping" />}
      label={t('security.common.roleMapping', 'Role mapping')}
      cancelPath={ROLE_PAGES.mappedUsers(name)}
      submitLabel={t('security.mapUser.map', 'Map')}
      submitId="map"
    >
      <Panel title={t('security.common.users', 'Users')}>
        <EntityCombo
          control={control}
          name="users"
          resource="internalusers"
          label={t('security.common.users', 'Users')}
          helpText={t(
            'security.mapUser.usersHelp',
            'Search internal users, or enter the name of an external user.'
          )}
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('security.common.backendRoles', 'Backend roles')}>
        <TextCombo
          control={control}
          name="backend_roles"
          label={t('security.mapUser.anyOf', 'Any of these backend roles')}
          placeholder={backendRolePlaceholder()}
        />
        <TextCombo
          control={control}
          name="and_backend_roles"
          label={t('security.mapUser.allOf', 'All of these backend roles')}
          placeholder={backendRolePlaceholder()}
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel isOptional title={t('security.mapUser.hosts', 'Hosts')}>
        <TextCombo
          control={control}
          name="hosts"
          label={t('security.mapUser.hostsLabel', 'Host names or addresses')}
          helpText={t(
            'security.mapUser.hostsHelp',
            'Everyone connecting from these hosts gets the role.'
          )}
        />
      </Panel>
      <MappingChange control={control} stored={mappingToForm(source?.entity)} />
      <ImpactPanel
        control={control}
        changesOf={(values) => mappingChange(name, values, source?.entity)}
      />
    </FormFrame>
  );
}

function mappingChange(name: string, values: MappingForm, original: RoleMapping | undefined) {
  const toBody = (form: MappingForm) => ({ ...writableMapping(original), ...form });
  return entityChange('rolesmapping', name, toBody(mappingToForm(original)), toBody(values));
}

const backendRolePlaceholder = (): string =>
  t('security.common.typeInBackendRole', 'Type in backend role');
