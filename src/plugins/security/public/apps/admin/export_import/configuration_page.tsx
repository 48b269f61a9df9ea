/** Export page: all or some kinds, as YAML for a cluster or CSV for a review. */
import {
  EuiButton,
  EuiCallOut,
  EuiCheckboxGroup,
  EuiRadioGroup,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ConfigurationFile, endpointFor } from '@sd/contracts';
import { errorText, FormattedMessage, type HttpSetup, send, t } from '@sd/core/public';
import { PageHeader, Panel, useLink, usePage } from '@sd/ui_kit';
import {
  CONFIGURATION_FILES,
  type ConfigurationFileKind,
  type ConfigurationFormat,
  READ_CONFIGURATION_FILE,
} from '../../../../common';
import { kindLabel } from '../../../components/history/change_texts';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { download, downloadBytes } from '../../../services/download';
import { missingRightText, rightToChange, useMay } from '../../../services/rights';
import { ImportPanel } from './import_panel';

/** Kinds of an export; the server writes the files. */
export const KINDS = Object.keys(CONFIGURATION_FILES) as readonly ConfigurationFileKind[];

/** @throws what the request throws */
export const exportKind = (
  http: Pick<HttpSetup, 'get'>,
  kind: ConfigurationFileKind,
  format: ConfigurationFormat,
  signal: AbortSignal
): Promise<ConfigurationFile> =>
  send(http, READ_CONFIGURATION_FILE, { params: { kind }, query: { format }, signal });

const pageTitle = (): string => t('security.files.title', 'Export and import');

export function ConfigurationPage(): ReactElement {
  const may = useMay();
  const mayExport = KINDS.some((kind) => may([`GET ${endpointFor(kind)}`]));
  const mayImport = KINDS.some((kind) =>
    [true, false].some((isDeletion) => may([rightToChange(kind, isDeletion)]))
  );
  usePage([{ text: pageTitle() }]);
  return (
    <>
      <PageHeader
        title={pageTitle()}
        description={t(
          'security.files.intro',
          'Export users, roles and settings as YAML, or as CSV for access reviews. Import YAML to restore them or copy them here.'
        )}
      />
      {mayExport && <ExportPanel />}
      <EuiSpacer size="l" />
      {mayImport && <ImportPanel />}
      {!(mayExport && mayImport) && (
        <EuiText size="s" color="subdued">
          <p>{missingRightText()}</p>
        </EuiText>
      )}
    </>
  );
}

function ExportPanel(): ReactElement {
  const { core } = useAdmin();
  const { toasts } = core.notifications;
  const hasGuardrails = useFeature('guardrails');
  const may = useMay();
  const kinds = KINDS.filter(
    (kind) => (hasGuardrails || kind !== 'guardrails') && may([`GET ${endpointFor(kind)}`])
  );
  const [chosen, setChosen] = useState<ReadonlySet<ConfigurationFileKind>>(new Set(KINDS));
  const [format, setFormat] = useState<ConfigurationFormat>('yaml');
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    setIsBusy(true);
    setFailures([]);
    const { signal } = (running.current = new AbortController());
    const files: ConfigurationFile[] = [];
    const failed: Failure[] = [];
    // Sequentially: files can have megabytes, and each error is reported with its kind.
    for (const kind of kinds.filter((one) => chosen.has(one)))
      try {
        files.push(await exportKind(core.http, kind, format, signal));
      } catch (error) {
        if (signal.aborted) return;
        failed.push({ kind, text: errorText(error) });
      }
    setFailures(failed);
    // Download nothing if a part is missing, because it could be mistaken for the whole.
    if (failed.length === 0) {
      await downloadFiles(files, format);
      toasts.addSuccess({ title: exportedText(files) });
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const title = t('security.common.export', 'Export');
  return (
    <form onSubmit={submit} aria-label={title} style={{ maxInlineSize: 800 }}>
      <Panel title={title}>
        <EuiCheckboxGroup
          legend={{
            children: t('security.files.kinds', 'Include'),
          }}
          options={kinds.map((kind) => ({ id: kind, label: optionLabel(kind) }))}
          idToSelectedMap={Object.fromEntries([...chosen].map((kind) => [kind, true]))}
          onChange={(id) => setChosen(toggle(chosen, id as ConfigurationFileKind))}
        />
        <EuiSpacer size="m" />
        <EuiRadioGroup
          name="format"
          legend={{
            children: t('security.files.format', 'Format'),
          }}
          options={formatOptions()}
          idSelected={format}
          onChange={(id) => setFormat(id as ConfigurationFormat)}
        />
        <EuiSpacer size="m" />
        <Failures failures={failures} />
        <EuiButton
          type="submit"
          fill
          isLoading={isBusy}
          isDisabled={!kinds.some((kind) => chosen.has(kind))}
        >
          {t('security.common.export', 'Export')}
        </EuiButton>
        <EuiSpacer size="m" />
        <OmittedContent />
      </Panel>
    </form>
  );
}

interface Failure {
  readonly kind: ConfigurationFileKind;
  readonly text: string;
}

const Failures = ({ failures }: { readonly failures: readonly Failure[] }): ReactElement | null =>
  failures.length === 0 ? null : (
    <div role="alert">
      <EuiCallOut
        color="danger"
        iconType="error"
        title={t(
          'security.files.failed',
          "Nothing was exported. Leave out what can't be read, or try again."
        )}
      >
        <ul>
          {failures.map(({ kind, text }) => (
            <li key={kind}>
              {CONFIGURATION_FILES[kind]}: {text}
            </li>
          ))}
        </ul>
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );

/** As in the command's help. */
const IMPORT_COMMAND = 'npm run security -- import DIR --dry-run --url=…';

function OmittedContent(): ReactElement {
  const link = useLink();
  return (
    <EuiText size="s" color="subdued">
      <p>
        <FormattedMessage
          id="security.files.leftOut"
          defaultMessage={
            'Passwords, hashes and keys are never exported: users of an imported file keep their current passwords. The <link>authentication configuration</link> is left out, because it may contain directory passwords.'
          }
          values={{ link: (text: ReactNode[]) => <a {...link('/auth')}>{text}</a> }}
        />
      </p>
      <p>
        {t(
          'security.files.import',
          "You can import these files below, with a cluster's own tools, or on the command line, which shows a plan first:"
        )}{' '}
        <code>{IMPORT_COMMAND}</code>
      </p>
    </EuiText>
  );
}

const optionLabel = (kind: ConfigurationFileKind): string =>
  t('security.files.option', '{kind} ({file})', {
    kind: contentLabel(kind),
    file: CONFIGURATION_FILES[kind],
  });

/** Description of a file's content. */
const contentLabel = (kind: ConfigurationFileKind): string =>
  ({
    tenants: t('security.common.tenants', 'Tenants'),
    actiongroups: t('security.files.groups', 'Action groups'),
    roles: t('security.common.roles', 'Roles'),
    rolesmapping: t('security.files.mappings', 'Role mappings'),
    internalusers: t('security.common.users', 'Users'),
    audit: kindLabel('audit'),
    guardrails: kindLabel('guardrails'),
  })[kind];

const formatOptions = (): Array<{ id: ConfigurationFormat; label: string }> => [
  {
    id: 'yaml',
    label: t('security.files.yaml', 'YAML (OpenSearch configuration files)'),
  },
  {
    id: 'csv',
    label: t('security.files.csv', 'CSV (tables for reviews)'),
  },
];

const toggle = <T,>(set: ReadonlySet<T>, item: T): ReadonlySet<T> => {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
};

/** Downloads one file as it is, several as an archive. */
async function downloadFiles(
  files: readonly ConfigurationFile[],
  format: ConfigurationFormat
): Promise<void> {
  const [only, ...others] = files;
  if (only && others.length === 0) {
    download(only.text, only.file, format === 'csv' ? 'text/csv' : 'application/yaml');
    return;
  }
  const { strToU8, zipSync } = await import('fflate');
  const archive = zipSync(Object.fromEntries(files.map(({ file, text }) => [file, strToU8(text)])));
  downloadBytes(archive, 'security_configuration.zip', 'application/zip');
}

const exportedText = (files: readonly ConfigurationFile[]): string =>
  t(
    'security.files.exported',
    '{entries, plural, one {1 entry} other {{entries, number} entries}} exported in {files, plural, one {1 file} other {# files}}.',
    {
      entries: files.reduce((sum, { entries }) => sum + entries, 0),
      files: files.length,
    }
  );
