/** Anonymous access and trusted proxy headers (`config.dynamic.http`). */
import { t } from '@sd/core/public';
import {
  type EditInput,
  EditPage,
  type FormDataSource,
  FormFrame,
  Panel,
  TextField,
  useEdited,
  useEntityForm,
} from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { Domains } from '../../../services/domains';
import { useAdmin } from '../../../services/admin_context';
import { AUTH_PAGE } from '../paths';
import { connectionsTitle } from './connections_title';
import { connectionSettings } from './domains';
import { FlagField } from './flag_field';
import { authCrumb, CONFIG_KEY, checkChange, useMayChange } from './use_domains';

type Stored = Readonly<Record<string, unknown>>;

interface Fields {
  readonly isAnonymousOn: boolean;
  readonly isForwardingOn: boolean;
  readonly proxies: string;
  readonly header: string;
}

export function ConnectionsPage(): ReactElement {
  const { domains } = useAdmin();
  const read = useEdited(connectionsStore(domains), '');
  const mayChange = useMayChange();
  return (
    <EditPage
      title={connectionsTitle()}
      crumbs={[{ text: authCrumb(), path: AUTH_PAGE }]}
      read={read}
      needs={[{ data: mayChange }]}
      locked={() =>
        mayChange === false &&
        t('security.domain.lockedBody', 'The authentication page explains why.')
      }
    >
      {(input) => <ConnectionsForm {...input} />}
    </EditPage>
  );
}

/** Data source of the only settings, which have no name. */
const connectionsStore = (domains: Domains): FormDataSource<Stored> => ({
  key: CONFIG_KEY,
  read: async (_name, signal) => {
    const { entity, etag } = await domains.config(signal);
    return { entity: connectionSettings(entity), etag };
  },
  save: (_name, http, condition) =>
    domains.change(
      { http: http as Record<string, unknown> },
      'etag' in condition ? condition.etag : undefined
    ),
  classify: checkChange,
});

function ConnectionsForm({ source, onLoadTheirs }: EditInput<Stored>): ReactElement {
  const { domains } = useAdmin();
  const form = useEntityForm<Fields, Stored>({
    store: connectionsStore(domains),
    label: connectionsTitle(),
    secrets: [],
    title: connectionsTitle(),
    initial: toFields(source?.entity ?? {}),
    source,
    nameOf: () => '',
    toEntity: toStored,
    validate: () => ({}),
    savedText: () => t('security.connections.saved', 'Connection settings saved and active.'),
    nextPath: () => AUTH_PAGE,
    onLoadTheirs,
  });
  const { control } = form;
  return (
    <FormFrame
      form={form}
      label={connectionsTitle()}
      cancelPath={AUTH_PAGE}
      submitLabel={t('security.common.save', 'Save')}
    >
      <Panel title={connectionsTitle()}>
        <FlagField
          control={control}
          name="isAnonymousOn"
          label={t('security.connections.anonymous', 'Allow anonymous access')}
        />
        <FlagField
          control={control}
          name="isForwardingOn"
          label={t('security.connections.forwarding', 'Trust proxies (xff)')}
        />
        <TextField
          control={control}
          name="proxies"
          label={t('security.connections.proxies', 'Trusted proxy addresses')}
          helpText={t(
            'security.connections.proxiesHelp',
            'A regular expression that matches the whole address. List only your own proxies: anyone at these addresses can impersonate any user.'
          )}
          isCode
        />
        <TextField
          control={control}
          name="header"
          label={t('security.connections.header', 'Header with the client address')}
          isCode
        />
      </Panel>
    </FormFrame>
  );
}

const toFields = (http: Stored): Fields => {
  const xff = (http['xff'] ?? {}) as Stored;
  return {
    isAnonymousOn: http['anonymous_auth_enabled'] === true,
    isForwardingOn: xff['enabled'] === true,
    proxies: String(xff['internalProxies'] ?? ''),
    header: String(xff['remoteIpHeader'] ?? ''),
  };
};

/** @param original - its fields that the form does not know are kept */
const toStored = (fields: Fields, original: Stored | undefined): object => ({
  ...original,
  anonymous_auth_enabled: fields.isAnonymousOn,
  xff: {
    ...((original?.['xff'] ?? {}) as Stored),
    enabled: fields.isForwardingOn,
    ...(fields.proxies.trim() !== '' && { internalProxies: fields.proxies.trim() }),
    ...(fields.header.trim() !== '' && { remoteIpHeader: fields.header.trim() }),
  },
});
