/** Creates, edits or duplicates a tenant. */
import { t } from '@sd/core/public';
import {
  FormFrame,
  type FormProblems,
  NotFoundPrompt,
  Panel,
  TextField,
  useEntityForm,
} from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { Tenant } from '@sd/contracts';
import { EntityEditPage, type EntityFormInput } from '../../../components/form/entity_edit_page';
import { toProposal } from '../../../components/form/restored';
import { FormActions } from '../../../components/form/save_actions';
import { NameField, nameProblem } from '../../../components/form/name_field';
import { lengthProblem, useTextLimit } from '../../../components/form/text_length';
import { SameNameNote } from '../../../components/form/same_name_note';
import { useAdmin } from '../../../services/admin_context';
import type { EditAction } from '../../../services/form_mode';
import { TENANT_PAGES } from '../paths';

export interface TenantEditPageProps {
  readonly action: EditAction;
  /** Tenant to edit or duplicate. */
  readonly name?: string;
}

export const TenantEditPage = ({ action, name }: TenantEditPageProps): ReactElement => (
  <EntityEditPage
    resource="tenants"
    action={action}
    name={name}
    duplicatePath={TENANT_PAGES.duplicate(name ?? '')}
    title={pageTitle(action, name)}
    path={TENANT_PAGES.edit(name ?? '')}
    crumbs={[
      {
        text: t('security.common.tenants', 'Tenants'),
        path: TENANT_PAGES.list,
      },
    ]}
    description={t(
      'security.tenantForm.intro',
      'A tenant is a separate space for saved objects. Roles decide who can read or change it.'
    )}
    missing={<NoSuchTenant name={name ?? ''} />}
  >
    {(input) => <TenantForm {...input} />}
  </EntityEditPage>
);

const NoSuchTenant = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={t('security.tenantForm.missingTitle', 'Tenant not found')}
    body={t(
      'security.tenantForm.missingBody',
      'There is no tenant “{name}”. It may have been deleted.',
      { name }
    )}
    linkPath={TENANT_PAGES.list}
    linkText={t('security.tenantForm.missingLink', 'Show all tenants')}
  />
);

const pageTitle = (action: EditAction, name = ''): string =>
  ({
    create: t('security.common.createTenant', 'Create tenant'),
    edit: t('security.tenantForm.editTitle', 'Edit tenant {name}', { name }),
    duplicate: t('security.tenantForm.duplicateTitle', 'Duplicate tenant'),
  })[action];

interface TenantFields {
  readonly name: string;
  readonly description: string;
}

const tenantNoun = (): string => t('security.tenantForm.word', 'tenant');

function TenantForm({
  title,
  name,
  source,
  restored,
  onLoadTheirs,
  isEdit,
}: EntityFormInput<'tenants'>): ReactElement {
  const { entities } = useAdmin();
  const maxLength = useTextLimit();
  const form = useEntityForm<TenantFields, Tenant>({
    store: entities.store('tenants'),
    label: title,
    secrets: [],
    initial: tenantToForm(name, source?.entity),
    proposal: toProposal(restored, tenantToForm),
    source,
    isNew: !isEdit,
    nameOf: (fields) => fields.name,
    toEntity: toTenant,
    validate: (fields) => tenantProblems(fields, isEdit, maxLength),
    savedText: (fields) =>
      isEdit
        ? t('security.tenantForm.updated', 'Tenant "{name}" successfully updated', {
            name: fields.name,
          })
        : t('security.tenantForm.created', 'Tenant "{name}" successfully created', {
            name: fields.name,
          }),
    nextPath: () => TENANT_PAGES.list,
    onLoadTheirs,
  });
  const { control } = form;
  return (
    <FormFrame
      form={form}
      moreActions={<FormActions form={form} kind="tenants" />}
      label={t('security.common.tenant', 'Tenant')}
      cancelPath={TENANT_PAGES.list}
      submitLabel={
        isEdit
          ? t('security.common.saveChanges', 'Save changes')
          : t('security.common.create', 'Create')
      }
    >
      <Panel title={t('security.common.tenant', 'Tenant')}>
        <NameField
          control={control}
          name="name"
          label={t('security.common.name', 'Name')}
          type={tenantNoun()}
          isFixed={isEdit}
        />
        {!isEdit && <SameNameNote control={control} name="name" taken="internalusers" />}
        <TextField
          control={control}
          name="description"
          label={t('security.common.description', 'Description')}
          placeholder={t('security.tenantForm.descriptionPlaceholder', 'Describe the tenant')}
          isOptional
          rows={3}
          data-test-subj="tenant-description"
        />
      </Panel>
    </FormFrame>
  );
}

function tenantProblems(
  { name, description }: TenantFields,
  isEdit: boolean,
  maxLength: number | undefined
): FormProblems {
  const problem = isEdit ? undefined : nameProblem(name, tenantNoun());
  const tooLong = lengthProblem([description], maxLength);
  return {
    ...(problem !== undefined && { name: problem }),
    ...(tooLong !== undefined && { description: tooLong }),
  };
}

const tenantToForm = (name: string, tenant: Tenant | undefined): TenantFields => ({
  name,
  description: tenant?.description ?? '',
});

/** Keeps fields that the form does not show. */
function toTenant({ description }: TenantFields, original: Tenant | undefined): object {
  const { reserved: _r, hidden: _h, static: _s, description: _d, ...rest } = original ?? {};
  return { ...rest, description: description.trim() };
}
