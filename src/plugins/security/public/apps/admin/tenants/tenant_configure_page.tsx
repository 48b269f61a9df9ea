/** Tenancy configuration, effective immediately for all users. */
import { EuiFormRow, EuiSpacer, EuiSwitch } from '@elastic/eui';
import {
  errorText,
  type HttpSetup,
  mountReactNode,
  send,
  sendForResponse,
  getErrorStatus,
  t,
} from '@sd/core/public';
import type { TenancyConfig } from '@sd/contracts';
import {
  type Control,
  type EditInput,
  EditPage,
  type FormDataSource,
  FormFrame,
  LoadError,
  Panel,
  type Read,
  SelectField,
  useEdited,
  useEntityForm,
  useField,
  useServerQuery,
  useWatch,
  type Version,
} from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import {
  GLOBAL_TENANT_NAME,
  LIST_ENTITIES,
  READ_TENANCY_CONFIG,
  SAVE_TENANCY_CONFIG,
} from '../../../../common';
import { type AdminServices, useAdmin } from '../../../services/admin_context';
import { toHeaders, addVersion } from '../../../services/entity_client';
import { useReleaseFact } from '../../../services/features';
import { SECURITY_KEY } from '../../../services/query_keys';
import { TENANT_PAGES } from '../paths';
import {
  defaultTenantOptions,
  formToTenancy,
  tenancyEffects,
  type TenancyForm,
  tenancyProblems,
  tenancyToForm,
  tenancyChanges,
} from './tenancy_form_state';
import { TenantTabs } from './tenant_tabs';

const KEY = [...SECURITY_KEY, 'tenancy-config'] as const;

export function TenantConfigurePage(): ReactElement {
  const { http } = useAdmin().core;
  const read = useEdited<TenancyConfig>(
    { key: KEY, read: (_name, signal) => readTenancyConfig(http, signal) },
    ''
  );
  const names = useTenantNames();
  const title = t('security.tenancy.title', 'Dashboards multi-tenancy');
  const listTitle = t('security.common.tenants', 'Tenants');
  return (
    <EditPage
      title={title}
      heading={listTitle}
      crumbs={[{ text: listTitle, path: TENANT_PAGES.list }]}
      description={t(
        'security.tenancy.intro',
        'These settings apply to all users. Open pages follow within seconds.'
      )}
      tabs={<TenantTabs selected="configure" />}
      read={read}
      // The form also works without the names.
      needs={[{ data: names.data ?? names.error }]}
      loadError={(failure) => (
        <LoadError
          {...failure}
          title={t('security.tenancy.loadFailed', "Couldn't load the tenancy settings.")}
        />
      )}
    >
      {({ source, onLoadTheirs }) =>
        source && (
          <TenancySettingsForm
            title={title}
            source={source}
            names={names.data ?? []}
            onLoadTheirs={onLoadTheirs}
          />
        )
      }
    </EditPage>
  );
}

function useTenantNames(): Read<readonly string[]> {
  const { http } = useAdmin().core;
  return useServerQuery([...SECURITY_KEY, 'tenant-names'], async (signal) => {
    const { data: tenants } = await send(http, LIST_ENTITIES, {
      params: { resource: 'tenants' },
      signal,
    });
    return Object.keys(tenants)
      .filter((name) => name !== GLOBAL_TENANT_NAME)
      .sort((a, b) => a.localeCompare(b));
  });
}

interface TenancySettingsFormProps extends Pick<EditInput<TenancyConfig>, 'onLoadTheirs'> {
  readonly title: string;
  readonly source: Version<TenancyConfig>;
  readonly names: readonly string[];
}

function TenancySettingsForm(props: TenancySettingsFormProps): ReactElement {
  const { title, source, names, onLoadTheirs } = props;
  const admin = useAdmin();
  const isDefaultRequired = useReleaseFact('refusesEmptyDefaultTenant');
  const store = useMemo(() => tenancyStore(admin, source.entity), [admin, source]);
  const form = useEntityForm<TenancyForm, TenancyConfig>({
    store,
    label: title,
    secrets: [],
    title,
    initial: tenancyToForm(source.entity),
    source,
    nameOf: () => '',
    toEntity: formToTenancy,
    validate: (values) => tenancyProblems(values, source.entity, isDefaultRequired),
    savedText: () => t('security.tenancy.saved', 'Tenancy changes applied'),
    nextPath: () => TENANT_PAGES.list,
    onLoadTheirs,
  });
  const { control } = form;
  const isEnabled = useWatch({ control, name: 'isEnabled' });
  const isPrivateAllowed = admin.config.multitenancy.tenants.enable_private;
  return (
    <FormFrame
      form={form}
      label={title}
      cancelPath={TENANT_PAGES.list}
      submitLabel={t('security.common.saveChanges', 'Save changes')}
    >
      <Panel title={title}>
        <SwitchField
          control={control}
          name="isEnabled"
          label={t('security.tenancy.enabled', 'Multi-tenancy')}
          help={t(
            'security.tenancy.enabledHelp',
            'If turned off, all users work in the global tenant.'
          )}
        />
        <SwitchField
          control={control}
          name="isPrivateEnabled"
          isDisabled={!isEnabled || !isPrivateAllowed}
          label={t('security.tenancy.private', 'Private tenant')}
          help={
            isPrivateAllowed
              ? t(
                  'security.tenancy.privateHelp',
                  'A tenant for each user that no one else can see.'
                )
              : t(
                  'security.tenancy.privateFixed',
                  'Private tenants are turned off in the server configuration.'
                )
          }
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('security.tenancy.default', 'Dashboards default tenant')}>
        <SelectField
          control={control}
          name="defaultTenant"
          label={t('security.tenancy.defaultLabel', 'Default tenant')}
          options={defaultTenantOptions(names, source.entity.default_tenant)}
        />
      </Panel>
    </FormFrame>
  );
}

interface SwitchFieldProps {
  readonly control: Control<TenancyForm>;
  readonly name: 'isEnabled' | 'isPrivateEnabled';
  readonly label: string;
  readonly help: string;
  readonly isDisabled?: boolean;
}

function SwitchField({ control, name, label, help, isDisabled }: SwitchFieldProps): ReactElement {
  const { value, onChange } = useField<TenancyForm, boolean>({ control, name });
  return (
    <EuiFormRow helpText={help} fullWidth>
      <EuiSwitch
        label={label}
        checked={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </EuiFormRow>
  );
}

const readTenancyConfig = async (
  http: Pick<HttpSetup, 'get'>,
  signal?: AbortSignal
): Promise<Version<TenancyConfig>> =>
  addVersion(await sendForResponse(http, READ_TENANCY_CONFIG, { signal }));

class NotConfirmed extends Error {}

/**
 * Data source of the only configuration, which has no name. Asks for confirmation with the effects
 * of the change.
 */
const tenancyStore = (
  { core, tenancy }: AdminServices,
  before: TenancyConfig
): FormDataSource<TenancyConfig> => ({
  key: KEY,
  read: (_name, signal) => readTenancyConfig(core.http, signal),
  save: async (_name, config, condition) => {
    const effects = tenancyEffects(before, config as TenancyConfig);
    if (effects.length > 0 && !(await confirmEffects(core, effects))) throw new NotConfirmed();
    const changes = tenancyChanges(before, config as TenancyConfig);
    const headers = toHeaders('etag' in condition ? condition : { etag: undefined });
    if (changes) await send(core.http, SAVE_TENANCY_CONFIG, { body: changes, headers });
    // Pages refresh within seconds; the administrator who saved sees the change immediately.
    await tenancy.refresh().catch(() => undefined);
  },
  classify: (error) => {
    if (error instanceof NotConfirmed) return { kind: 'declined' };
    const status = getErrorStatus(error);
    if (status === 412 || status === 409) return { kind: 'conflict' };
    return { kind: 'other', message: errorText(error) };
  },
});

const confirmEffects = (
  { overlays }: AdminServices['core'],
  effects: readonly string[]
): Promise<boolean> =>
  overlays.openConfirm(
    mountReactNode(
      <>
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
      </>
    ),
    {
      title: t('security.tenancy.confirmTitle', 'Make changes to tenancy?'),
      confirmButtonText: t('security.tenancy.confirm', 'Apply changes'),
      'data-test-subj': 'tenancy-confirm',
    }
  );
