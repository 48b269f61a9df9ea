/** Connects a cluster, or changes a connection, with a test before saving. */
import { EuiAccordion, EuiCallOut, EuiSpacer, EuiText, useGeneratedHtmlId } from '@elastic/eui';
import { CLUSTER_CREDENTIALS, type ClusterConnectionBody, ENVIRONMENTS } from '@sd/contracts';
import { t } from '@sd/core/public';
import {
  type Control,
  type EditInput,
  EditPage,
  FormFrame,
  NotFoundPrompt,
  Panel,
  PasswordField,
  SelectField,
  TextField,
  useEdited,
  useEntityForm,
  useWatch,
} from '@sd/ui_kit';
import { type ReactElement, useRef, useState } from 'react';
import { enterCredentials } from '../choice';
import { environmentText } from '../frame/environment';
import { useAdmin, useParts, withParts } from '../parts';
import { CLUSTER_PAGES } from '../paths';
import { clustersTitle } from '../texts';
import {
  type ClusterForm,
  connectionToForm,
  toConnectionId,
  connectionProblems,
  SECRET_FIELDS,
  formToSettings,
} from './cluster_form_state';
import { credentialsText } from './cluster_texts';
import { connectionStore } from './connection_store';
import { ConnectionTest, type OwnCredentials } from './test_panel';

/** @param name - id of a connection; absent for a new one */
function ClusterEditPage({ name: id }: { readonly name?: string }): ReactElement {
  const { addVersion } = useParts();
  const { core } = useAdmin();
  const read = useEdited(connectionStore(core.http, addVersion), id);
  const title =
    id === undefined
      ? t('clusters.common.addCluster', 'Add cluster')
      : t('clusters.clusterForm.editTitle', 'Edit cluster');
  return (
    <EditPage
      title={title}
      crumbs={[{ text: clustersTitle(), path: CLUSTER_PAGES.list }]}
      read={read}
      missing={id === undefined ? undefined : <NoSuchCluster id={id} />}
      locked={(source) => source?.entity.is_from_file && <FiledConnection />}
    >
      {(input) => <ConnectionForm {...input} title={title} />}
    </EditPage>
  );
}

export const clusterEditPage = withParts(ClusterEditPage);

const FiledConnection = (): ReactElement => (
  <EuiCallOut
    iconType="lock"
    title={t(
      'clusters.clusterForm.fromFile',
      'This connection is set in opensearch_security.clusters in the configuration file. Change it there and restart the server.'
    )}
  />
);

const NoSuchCluster = ({ id }: { readonly id: string }): ReactElement => (
  <NotFoundPrompt
    title={t('clusters.clusterForm.missingTitle', 'Cluster not found')}
    body={t(
      'clusters.clusterForm.missingBody',
      'No cluster with the ID “{id}” is connected. It may have been removed.',
      { id }
    )}
    linkPath={CLUSTER_PAGES.list}
    linkText={t('clusters.clusterForm.missingLink', 'Show all clusters')}
  />
);

interface ConnectionFormProps extends EditInput<ClusterConnectionBody> {
  readonly title: string;
}

function ConnectionForm({ title, source, onLoadTheirs }: ConnectionFormProps): ReactElement {
  const { confirmChange, addVersion } = useParts();
  const { core, session } = useAdmin();
  const isNew = source === undefined;
  const correct = useRef<OwnCredentials>();
  const store = connectionStore(core.http, addVersion);
  const form = useEntityForm<ClusterForm, ClusterConnectionBody>({
    store: {
      ...store,
      save: async (id, settings, condition) => {
        const { name, confirm_changes: isConfirmed } = source?.entity ?? {};
        if (
          isConfirmed &&
          name !== undefined &&
          (settings as Partial<ClusterConnectionBody>).confirm_changes !== true
        )
          await confirmChange(
            core.overlays,
            name,
            t(
              'clusters.clusterForm.confirmOff',
              'Changes to this cluster will then be made without asking.'
            )
          );
        await store.save(id, settings, condition);
        // The list asks for them if this fails.
        if (correct.current)
          await enterCredentials(core.http, id, correct.current).catch(() => undefined);
      },
    },
    label: title,
    secrets: [...SECRET_FIELDS],
    initial: connectionToForm(source?.entity, session.account?.user_name ?? ''),
    source,
    nameOf: toConnectionId,
    toEntity: (values, original) => ({
      ...formToSettings(values),
      ...(original?.request_timeout !== undefined && {
        request_timeout: original.request_timeout,
      }),
    }),
    validate: connectionProblems,
    savedText: ({ name }) =>
      isNew
        ? t('clusters.clusterForm.added', 'Cluster {name} added.', { name })
        : t('clusters.clusterForm.saved', 'Cluster {name} saved.', { name }),
    nextPath: () => CLUSTER_PAGES.list,
    onLoadTheirs,
  });
  const { control } = form;
  const moreId = useGeneratedHtmlId({ prefix: 'moreSettings' });
  const [isMoreOpen, setIsMoreOpen] = useState(!isNew);
  const hasFoldedProblem = Object.keys(form.problems).some((field) => !SHOWN.includes(field));
  return (
    <FormFrame
      form={form}
      label={title}
      cancelPath={CLUSTER_PAGES.list}
      submitLabel={
        isNew
          ? t('clusters.common.addCluster', 'Add cluster')
          : t('clusters.common.saveChanges', 'Save changes')
      }
    >
      <General control={control} />
      <EuiSpacer size="m" />
      <ConnectionTest
        control={control}
        id={source?.entity.id}
        correct={correct}
        onTlsProblem={() => setIsMoreOpen(true)}
      />
      <EuiSpacer size="m" />
      <EuiAccordion
        id={moreId}
        buttonContent={t(
          'clusters.clusterForm.more',
          'More settings: environment, TLS, stored credentials'
        )}
        forceState={isMoreOpen || hasFoldedProblem ? 'open' : 'closed'}
        onToggle={setIsMoreOpen}
      >
        <EuiSpacer size="s" />
        <Label control={control} isNew={isNew} />
        <EuiSpacer size="m" />
        <Tls control={control} />
        <EuiSpacer size="m" />
        <Credentials control={control} stored={source?.entity} />
      </EuiAccordion>
    </FormFrame>
  );
}

/** Fields that are never folded. */
const SHOWN: readonly string[] = ['name', 'hosts', 'testUsername', 'testPassword'];

/** How PEM texts begin, in every language. */
const CERTIFICATE = '-----BEGIN CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----';

interface PartProps {
  readonly control: Control<ClusterForm>;
}

function General({ control }: PartProps): ReactElement {
  return (
    <Panel title={t('clusters.common.cluster', 'Cluster')}>
      <TextField
        control={control}
        name="name"
        label={t('clusters.common.name', 'Name')}
        placeholder={t('clusters.clusterForm.namePlaceholder', 'Shop, production')}
      />
      <TextField
        control={control}
        name="hosts"
        label={t('clusters.clusterForm.hosts', 'Addresses')}
        helpText={t(
          'clusters.clusterForm.hostsHelp',
          "One node address per line. If one doesn't respond, the next is used."
        )}
        placeholder={t('clusters.clusterForm.hostsPlaceholder', 'https://localhost:9200')}
        rows={2}
        isCode
      />
    </Panel>
  );
}

function Label({ control, isNew }: PartProps & { readonly isNew: boolean }): ReactElement {
  const { FlagField } = useParts();
  const values = useWatch({ control }) as ClusterForm;
  return (
    <Panel title={t('clusters.common.environment', 'Environment')}>
      <SelectField
        control={control}
        name="environment"
        label={t('clusters.common.environment', 'Environment')}
        options={[
          { value: '', text: t('clusters.common.notSpecified', 'Not specified') },
          ...ENVIRONMENTS.map((value) => ({ value, text: environmentText(value) })),
        ]}
      />
      <FlagField
        control={control}
        name="confirmsChanges"
        label={t('clusters.clusterForm.confirmsChanges', 'Ask before each change')}
      />
      <TextField
        control={control}
        name="color"
        label={t('clusters.clusterForm.color', 'Label color')}
        placeholder={t('clusters.clusterForm.colorPlaceholder', '#0077cc')}
        isOptional
        isCode
      />
      <TextField
        control={control}
        name="id"
        label={t('clusters.clusterForm.id', 'ID')}
        helpText={t(
          'clusters.clusterForm.idHelp',
          "Used in addresses (cluster=…) and scripts. It can't be changed later."
        )}
        placeholder={toConnectionId({ id: '', name: values.name })}
        isDisabled={!isNew}
        isOptional={isNew}
        isCode
      />
    </Panel>
  );
}

const Tls = ({ control }: PartProps): ReactElement => (
  <Panel title={t('clusters.clusterForm.tls', 'TLS')}>
    <SelectField
      control={control}
      name="verification"
      label={t('clusters.clusterForm.verification', 'Verify')}
      options={[
        {
          value: 'full',
          text: t('clusters.clusterForm.full', 'Certificate and host name'),
        },
        {
          value: 'certificate',
          text: t('clusters.clusterForm.certificateOnly', 'Certificate only'),
        },
        {
          value: 'none',
          text: t('clusters.clusterForm.notVerified', 'Nothing (for tests only)'),
        },
      ]}
    />
    <TextField
      control={control}
      name="authorities"
      label={t('clusters.clusterForm.authorities', 'Certificate authorities')}
      helpText={t(
        'clusters.clusterForm.authoritiesHelp',
        'PEM text. Leave empty to use the authorities this server trusts.'
      )}
      placeholder={CERTIFICATE}
      rows={3}
      isOptional
      isCode
    />
  </Panel>
);

function Credentials({
  control,
  stored,
}: PartProps & { readonly stored: ClusterConnectionBody | undefined }): ReactElement {
  const { credentials, certificate } = useWatch({ control }) as ClusterForm;
  const emptyKeepsText = t('clusters.clusterForm.kept', 'Stored. Leave empty to keep it.');
  return (
    <Panel title={t('clusters.clusterForm.credentials', 'Credentials')}>
      <SelectField
        control={control}
        name="credentials"
        label={t('clusters.clusterForm.whose', 'Requests use')}
        options={CLUSTER_CREDENTIALS.map((value) => ({
          value,
          text: credentialsText(value),
        }))}
      />
      {credentials === 'service' && (
        <>
          <EuiText size="s" color="subdued">
            <p>
              {t(
                'clusters.clusterForm.serviceHelp',
                'All administrators of this installation act as this user. Enter a password, or a client certificate with its key. Both are stored encrypted.'
              )}
            </p>
          </EuiText>
          <EuiSpacer size="s" />
          <TextField
            control={control}
            name="username"
            label={t('clusters.common.username', 'Username')}
            isCode
          />
          <PasswordField
            control={control}
            name="password"
            label={t('clusters.common.password', 'Password')}
            helpText={stored?.has_password && emptyKeepsText}
          />
          <TextField
            control={control}
            name="certificate"
            label={t('clusters.clusterForm.certificate', 'Client certificate')}
            placeholder={CERTIFICATE}
            rows={3}
            isOptional
            isCode
          />
          {certificate.trim() !== '' && (
            <>
              <TextField
                control={control}
                name="key"
                label={t('clusters.clusterForm.key', 'Private key')}
                helpText={stored?.has_key && emptyKeepsText}
                placeholder={KEY}
                rows={3}
                isCode
              />
              <PasswordField
                control={control}
                name="passphrase"
                label={t('clusters.clusterForm.passphrase', 'Passphrase (if the key has one)')}
                helpText={stored?.has_key_passphrase && emptyKeepsText}
              />
            </>
          )}
        </>
      )}
    </Panel>
  );
}
