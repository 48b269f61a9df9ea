/** Creates, edits or duplicates a tenant. Source: docs/reference/security-app.md#tenants. */
import { FormattedMessage, i18n } from '@sd/core/public';
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
import { proposalOf } from '../../../components/form/restored';
import { NameField, nameProblem } from '../../../components/form/name_field';
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
    title={titleOf(action)}
    path={TENANT_PAGES.edit(name ?? '')}
    crumbs={[
      {
        text: i18n.translate('security.tenants.title', { defaultMessage: 'Tenants' }),
        path: TENANT_PAGES.list,
      },
    ]}
    description={
      <FormattedMessage
        id="security.tenantForm.intro"
        defaultMessage="A tenant holds objects of its own. Who may read it or write to it is said by the tenant permissions of roles."
      />
    }
    missing={<NoSuchTenant name={name ?? ''} />}
  >
    {(input) => <TenantForm {...input} />}
  </EntityEditPage>
);

const NoSuchTenant = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={
      <FormattedMessage id="security.tenantForm.missingTitle" defaultMessage="Tenant not found" />
    }
    body={
      <FormattedMessage
        id="security.tenantForm.missingBody"
        defaultMessage="There is no tenant “{name}”. It may have been deleted."
        values={{ name }}
      />
    }
    linkPath={TENANT_PAGES.list}
    linkText={
      <FormattedMessage id="security.tenantForm.missingLink" defaultMessage="Show all tenants" />
    }
  />
);

function titleOf(action: EditAction): string {
  switch (action) {
    case 'create':
      return i18n.translate('security.tenantForm.createTitle', { defaultMessage: 'Create tenant' });
    case 'edit':
      return i18n.translate('security.tenantForm.editTitle', { defaultMessage: 'Edit tenant' });
    case 'duplicate':
      return i18n.translate('security.tenantForm.duplicateTitle', {
        defaultMessage: 'Duplicate tenant',
      });
  }
}

interface TenantFields {
  readonly name: string;
  readonly description: string;
}

const tenantNoun = (): string =>
  i18n.translate('security.tenantForm.word', { defaultMessage: 'tenant' });

function TenantForm({
  title,
  name,
  source,
  restored,
  onLoadTheirs,
  isEdit,
}: EntityFormInput<'tenants'>): ReactElement {
  const { entities } = useAdmin();
  const form = useEntityForm<TenantFields, Tenant>({
    store: entities.store('tenants'),
    label: title,
    secrets: [],
    initial: tenantToForm(name, source?.entity),
    proposal: proposalOf(restored, tenantToForm),
    source,
    isNew: !isEdit,
    nameOf: (fields) => fields.name,
    toEntity: toTenant,
    validate: (fields) => problemsOf(fields, isEdit),
    savedText: (fields) =>
      isEdit
        ? i18n.translate('security.tenantForm.updated', {
            defaultMessage: 'Tenant "{name}" successfully updated',
            values: { name: fields.name },
          })
        : i18n.translate('security.tenantForm.created', {
            defaultMessage: 'Tenant "{name}" successfully created',
            values: { name: fields.name },
          }),
    nextPath: () => TENANT_PAGES.list,
    onLoadTheirs,
  });
  const { control } = form;
  return (
    <FormFrame
      form={form}
      label={i18n.translate('security.tenantForm.label', { defaultMessage: 'Tenant' })}
      cancelPath={TENANT_PAGES.list}
      submitLabel={
        isEdit ? (
          <FormattedMessage id="security.tenantForm.save" defaultMessage="Save changes" />
        ) : (
          <FormattedMessage id="security.tenantForm.create" defaultMessage="Create" />
        )
      }
    >
      <Panel title={<FormattedMessage id="security.tenantForm.label" defaultMessage="Tenant" />}>
        <NameField
          control={control}
          name="name"
          label={i18n.translate('security.tenantForm.name', { defaultMessage: 'Name' })}
          type={tenantNoun()}
          isFixed={isEdit}
        />
        <TextField
          control={control}
          name="description"
          label={i18n.translate('security.tenantForm.description', {
            defaultMessage: 'Description',
          })}
          placeholder={i18n.translate('security.tenantForm.descriptionPlaceholder', {
            defaultMessage: 'Describe the tenant',
          })}
          isOptional
          rows={3}
          data-test-subj="tenant-description"
        />
      </Panel>
    </FormFrame>
  );
}

function problemsOf({ name }: TenantFields, isEdit: boolean): FormProblems {
  const problem = isEdit ? undefined : nameProblem(name, tenantNoun());
  return problem === undefined ? {} : { name: problem };
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
