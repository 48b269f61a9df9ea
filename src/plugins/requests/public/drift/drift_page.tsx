/** How the configuration differs from a folder of files, with both ways to end that. */
import { EuiButton, EuiCallOut, EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftBody, DriftEntry } from '@sd/contracts';
import { FormattedMessage, i18n, t } from '@sd/core/public';
import { LoadError, PageHeader, PageLoading, Panel, useChanged, usePage } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useParts, withParts } from '../parts';
import { driftTitle } from '../texts';
import { AcceptDialog } from './accept_dialog';
import { DriftTable } from './drift_table';
import { checksDrift } from './checks_drift';
import { getId, problemText, toSummary } from './drift_texts';
import { EntryDialog } from './entry_dialog';
import { PutBackDialog } from './put_back_dialog';
import { useDrift } from './queries';

export const driftPage = withParts(DriftPage);

function DriftPage(): ReactElement {
  const { useAdmin, NoSuchPage } = useParts();
  const { cluster, core } = useAdmin();
  return !cluster && checksDrift(core.application) ? <Drift /> : <NoSuchPage />;
}

function Drift(): ReactElement {
  usePage([{ text: driftTitle() }]);
  const [page, setPage] = useState(1);
  const { data, error, reload, isLoading } = useDrift(page);
  return (
    <>
      <PageHeader
        title={driftTitle()}
        description={t(
          'requests.drift.intro',
          'See where the configuration differs from the files in the folder, and put it back or accept it.'
        )}
        actions={
          <EuiButton
            hasAriaDisabled
            iconType="refresh"
            isLoading={isLoading}
            onClick={() => reload()}
          >
            {t('requests.common.checkAgain', 'Check again')}
          </EuiButton>
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data?.state === 'broken' && <Broken drift={data} />}
      {data && data.state !== 'broken' && (
        <Differences key={data.revision} drift={data} page={page} onPage={setPage} />
      )}
      {data && data.left_out.length > 0 && (
        <Note>
          {t('requests.drift.leftOut', "These files in the folder aren't compared: {files}.", {
            files: i18n.formatList(data.left_out),
          })}
        </Note>
      )}
    </>
  );
}

const Note = ({ children }: { readonly children: React.ReactNode }): ReactElement => (
  <>
    <EuiSpacer size="m" />
    <EuiText size="s" color="subdued">
      <p>{children}</p>
    </EuiText>
  </>
);

const Broken = ({ drift }: { readonly drift: DriftBody }): ReactElement => (
  <EuiCallOut
    color="danger"
    iconType="error"
    title={t('requests.drift.broken', "The folder {folder} can't be read. Nothing was compared.", {
      folder: drift.folder,
    })}
  >
    <ul style={{ overflowWrap: 'anywhere' }}>
      {drift.problems.map((problem) => (
        <li key={problemText(problem)}>{problemText(problem)}</li>
      ))}
    </ul>
    <p>{t('requests.drift.fix', 'Correct these files. Then check again.')}</p>
  </EuiCallOut>
);

interface DifferencesProps {
  readonly drift: DriftBody;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Differences({ drift, page, onPage }: DifferencesProps): ReactElement {
  const { SECURITY_KEY } = useParts();
  const changed = useChanged();
  const [selected, setSelected] = useState<readonly DriftEntry[]>([]);
  const [shown, setShown] = useState<DriftEntry>();
  const [dialog, setDialog] = useState<'put_back' | 'accept'>();
  const close = (isDone: boolean): void => {
    setDialog(undefined);
    if (!isDone) return;
    setSelected([]);
    changed(SECURITY_KEY);
  };
  return (
    <>
      <Panel title={drift.folder}>
        <EuiText size="s" role="status">
          <p>{toSummary(drift)}</p>
        </EuiText>
        <EuiSpacer size="m" />
        {drift.total > 0 && (
          <DriftTable
            drift={drift}
            page={page}
            selected={new Set(selected.map(getId))}
            onSelect={setSelected}
            onPage={onPage}
            onShow={setShown}
            onAct={setDialog}
          />
        )}
      </Panel>
      {drift.total > 0 && (
        <Note>
          <FormattedMessage
            id="requests.drift.ignoreHint"
            defaultMessage={
              'To leave something out for good, add a rule such as <code>{rule}</code> to <code>opensearch_security.drift.ignore</code>.'
            }
            values={{
              rule: getRule(selected[0] ?? drift.differences[0]),
              code: (text: React.ReactNode[]) => <code>{text}</code>,
            }}
          />
        </Note>
      )}
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
      {dialog === 'put_back' && (
        <PutBackDialog revision={drift.revision} entries={selected} onClose={close} />
      )}
      {dialog === 'accept' && (
        <AcceptDialog revision={drift.revision} entries={selected} onClose={close} />
      )}
    </>
  );
}

/** A rule for one field if only that differs, else for the entry. */
function getRule(entry: DriftEntry | undefined): string {
  if (!entry) return 'internalusers/*';
  const [field, ...others] = entry.fields;
  const isOne = entry.state === 'differs' && field && others.length === 0;
  return isOne ? `${getId(entry)}.${field.field}` : getId(entry);
}
