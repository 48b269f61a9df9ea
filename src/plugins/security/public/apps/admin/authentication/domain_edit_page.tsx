/** Adds or changes an authentication domain, with a dry run before saving. */
import { EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import {
  type Control,
  type Crumb,
  type EditInput,
  EditPage,
  type FormDataSource,
  FormFrame,
  NotFoundPrompt,
  Panel,
  SelectField,
  TextField,
  useEntityForm,
  useField,
  usePage,
  useWatch,
  type Version,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { SecurityConfig } from '../../../../common';
import { fieldChanges } from '../../../components/history/field_changes';
import { FieldDifferences } from '../../../components/history/field_differences';
import { useAdmin } from '../../../services/admin_context';
import type { Domains } from '../../../services/domains';
import { AUTH_PAGE } from '../paths';
import {
  type DomainForm,
  domainProblems,
  domainToForm,
  fieldName,
  formToDomain,
} from './domain_form_state';
import { DOMAIN_TYPES, listSettings } from './domain_settings';
import { nextOrder, storedDomains } from './domains';
import { FlagField } from './flag_field';
import { typeText } from './type_text';
import { DryRunPanel } from './dry_run_panel';
import { authCrumb, CONFIG_KEY, checkChange, useMayChange, useSecurityConfig } from './use_domains';

type Stored = Readonly<Record<string, unknown>>;

/** @param name - domain to change; absent for a new one */
export function DomainEditPage({ name }: { readonly name?: string }): ReactElement {
  const config = useSecurityConfig(true);
  const mayChange = useMayChange();
  const title = pageTitle(name);
  const { entity, etag } = config.data ?? {};
  const all = entity && storedDomains(entity);
  const stored = all && name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
  if (mayChange === false) return <ReadOnlyDomains title={title} />;
  return (
    <EditPage
      title={title}
      crumbs={domainCrumbs()}
      read={{ ...config, data: all && { found: stored && { entity: stored, etag } } }}
      needs={[{ data: mayChange }]}
      missing={name === undefined ? undefined : <NoSuchDomain name={name} />}
    >
      {(input) => <EditForm {...input} name={name} title={title} all={all ?? {}} etag={etag} />}
    </EditPage>
  );
}

const pageTitle = (name: string | undefined): string =>
  name === undefined
    ? t('security.common.addAuthenticationDomain', 'Add authentication domain')
    : t('security.domain.editTitle', 'Edit authentication domain {name}', { name });

const domainCrumbs = (): readonly Crumb[] => [{ text: authCrumb(), path: AUTH_PAGE }];

function ReadOnlyDomains({ title }: { readonly title: string }): ReactElement {
  usePage([...domainCrumbs(), { text: title }]);
  return (
    <NotFoundPrompt
      title={t('security.domain.lockedTitle', 'Authentication domains are read-only here')}
      body={t('security.domain.lockedBody', 'The authentication page explains why.')}
      linkPath={AUTH_PAGE}
      linkText={t('security.domain.missingLink', 'Show all domains')}
    />
  );
}

const NoSuchDomain = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={t('security.domain.missingTitle', 'Authentication domain not found')}
    body={t(
      'security.domain.missingBody',
      'There is no domain “{name}”. It may have been deleted.',
      { name }
    )}
    linkPath={AUTH_PAGE}
    linkText={t('security.domain.missingLink', 'Show all domains')}
  />
);

/** State of the address: a domain that the guided setup fills in. */
interface Proposed {
  readonly name?: string;
  readonly domain?: Stored;
}

interface EditFormProps extends EditInput<Stored> {
  readonly name: string | undefined;
  readonly title: string;
  readonly all: Readonly<Record<string, Stored>>;
  /** Version of the configuration to which a new domain is added. */
  readonly etag: string | undefined;
}

function EditForm(props: EditFormProps): ReactElement {
  const { name, title, source, all, etag } = props;
  const { domains, kit } = useAdmin();
  const [proposed] = useState(() => (kit.services.history.location.state ?? {}) as Proposed);
  const form = useEntityForm<DomainForm, Stored>({
    store: domainStore(domains, etag),
    label: title,
    initial: domainToForm(
      name ?? proposed.name ?? '',
      source?.entity ?? proposed.domain,
      nextOrder(all)
    ),
    source,
    nameOf: (values) => values.name,
    toEntity: formToDomain,
    validate: (values) => domainProblems(values, name === undefined ? Object.keys(all) : []),
    savedText: (values) =>
      t('security.domain.saved', 'Authentication domain "{name}" saved and active.', {
        name: values.name,
      }),
    nextPath: () => AUTH_PAGE,
    onLoadTheirs: props.onLoadTheirs,
  });
  const { control } = form;
  const values = useWatch({ control }) as DomainForm;
  const isValid = Object.keys(domainProblems({ ...values, name: name ?? 'new' }, [])).length === 0;
  const domain = isValid ? formToDomain(values, source?.entity) : undefined;
  return (
    <>
      <FormFrame
        form={form}
        label={title}
        cancelPath={AUTH_PAGE}
        submitLabel={t('security.common.save', 'Save')}
      >
        <General control={control} isNew={name === undefined} />
        <EuiSpacer size="m" />
        <Settings control={control} type={values.type} />
        <EuiSpacer size="m" />
        <Panel title={t('security.domain.changes', 'Changes')}>
          <FieldDifferences
            caption={t('security.domain.changes', 'Changes')}
            changes={fieldChanges(source?.entity, domain ?? source?.entity, true)}
            empty={t('security.domain.noChanges', 'No changes yet.')}
          />
          <EuiSpacer size="s" />
          {t(
            'security.domain.sessionsEnd',
            'Changing the type or settings, or turning the domain off, ends the sessions opened through it.'
          )}
        </Panel>
      </FormFrame>
      <EuiSpacer size="l" />
      <DryRunPanel changes={domain && { authc: { [values.name || 'new']: domain } }} isUnsaved />
    </>
  );
}

function General({
  control,
  isNew,
}: {
  readonly control: Control<DomainForm>;
  readonly isNew: boolean;
}): ReactElement {
  const { value: type } = useField<DomainForm, string>({ control, name: 'type' });
  const types = [...new Set<string>([...DOMAIN_TYPES, type])];
  return (
    <Panel title={t('security.common.domain', 'Domain')}>
      <TextField
        control={control}
        name="name"
        label={t('security.common.name', 'Name')}
        isDisabled={!isNew}
        data-test-subj="domain-name"
      />
      <TextField
        control={control}
        name="description"
        label={t('security.common.description', 'Description')}
        isOptional
      />
      <SelectField
        control={control}
        name="type"
        label={t('security.common.type', 'Type')}
        options={types.map((value) => ({ value, text: typeText(value) }))}
      />
      <TextField
        control={control}
        name="order"
        label={t('security.domain.order', 'Order')}
        helpText={t(
          'security.domain.orderHelp',
          'The domain with the lowest number is tried first.'
        )}
      />
      <FlagField
        control={control}
        name="isEnabled"
        label={t('security.common.enabled', 'Enabled')}
      />
      <FlagField
        control={control}
        name="isChallenging"
        label={t('security.domain.challenge', 'Prompt for credentials (challenge)')}
        help={t(
          'security.domain.challengeHelp',
          'If a request has no credentials, prompt for them and skip the remaining domains.'
        )}
      />
    </Panel>
  );
}

const Settings = ({
  control,
  type,
}: {
  readonly control: Control<DomainForm>;
  readonly type: string;
}): ReactElement => (
  <Panel title={t('security.common.settings', 'Settings')}>
    {listSettings(type).map(({ key, label, help, kind }) => (
      <TextField
        key={key}
        control={control}
        name={`settings.${fieldName(key)}`}
        label={label}
        helpText={
          <>
            {help} <code>{key}</code>
          </>
        }
        isCode
        {...(kind && { rows: kind === 'area' ? 6 : 2 })}
        data-test-subj={`domain-${key}`}
      />
    ))}
    <TextField
      control={control}
      name="more"
      label={t('security.domain.more', 'More settings (JSON)')}
      isOptional
      isCode
      rows={4}
    />
  </Panel>
);

/** Data source of one domain. The version is that of the whole document. */
const domainStore = (client: Domains, etag: string | undefined): FormDataSource<Stored> => ({
  key: CONFIG_KEY,
  read: async (name, signal) => {
    const config: Version<SecurityConfig> = await client.config(signal);
    const entity = storedDomains(config.entity)[name];
    return entity && { entity, etag: config.etag };
  },
  save: (name, domain, condition) =>
    client.change(
      { authc: { [name]: domain as Record<string, unknown> } },
      'etag' in condition ? condition.etag : etag
    ),
  classify: checkChange,
});
