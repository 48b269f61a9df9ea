/** Import panel: choose or paste files, plan, review and apply. */
import {
  EuiButton,
  EuiCallOut,
  EuiCheckbox,
  EuiFilePicker,
  EuiFormRow,
  EuiSpacer,
  EuiTextArea,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
import { Panel, useChanged } from '@sd/ui_kit';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { type Plan, planChanges } from '../../../components/review/plan';
import { PlanReview } from '../../../components/review/plan_review';
import {
  FileProblemError,
  readFile,
  readTexts,
  withinFile,
} from '../../../components/review/read_files';

const PASTED_FILE = 'pasted.yml';

interface ImportInput {
  readonly files: readonly File[];
  /** Text of a file. */
  readonly pasted: string;
  /** Whether entries are deleted that the files do not have. */
  readonly isPruning: boolean;
}

interface ImportPlanning {
  /** `undefined` until it is made. */
  readonly plan: Plan | undefined;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly makePlan: () => Promise<void>;
  readonly dropPlan: () => void;
}

/** Reads the files and plans their import; a newer plan cancels one that is being made. */
function useImportPlan({ files, pasted, isPruning }: ImportInput): ImportPlanning {
  const { http } = useAdmin().core;
  const [plan, setPlan] = useState<Plan>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const makePlan = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setIsBusy(true);
    setFailure(undefined);
    setPlan(undefined);
    try {
      const given = [
        ...(await readTexts(files)),
        ...(pasted.trim() === '' ? [] : await withinFile({ name: PASTED_FILE, text: pasted })),
      ];
      const read = [];
      for (const one of given) read.push(await readFile(one));
      const made = await planChanges(http, read, isPruning, signal);
      if (!signal.aborted) setPlan(made);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error instanceof FileProblemError ? error.message : errorText(error));
    }
    setIsBusy(false);
  };
  return { plan, isBusy, failure, makePlan, dropPlan: () => setPlan(undefined) };
}

export function ImportPanel(): ReactElement {
  const changed = useChanged();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [pasted, setPasted] = useState('');
  const [isPruning, setIsPruning] = useState(false);
  const { plan, isBusy, failure, makePlan, dropPlan } = useImportPlan({
    files,
    pasted,
    isPruning,
  });
  const pruneId = useGeneratedHtmlId({ prefix: 'prune' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void makePlan();
  };
  const title = t('security.import.title', 'Import');
  return (
    <div style={{ maxInlineSize: 800 }}>
      <Panel title={title}>
        <form onSubmit={submit} aria-label={title}>
          <EuiFormRow
            fullWidth
            label={t('security.import.files', 'Files')}
            helpText={t(
              'security.import.filesHelp',
              'OpenSearch YAML files (roles.yml, roles_mapping.yml, …) or an exported archive.'
            )}
          >
            <EuiFilePicker
              fullWidth
              multiple
              display="default"
              accept=".yml,.yaml,.zip"
              onChange={(chosen) => setFiles([...(chosen ?? [])])}
            />
          </EuiFormRow>
          <EuiFormRow
            fullWidth
            label={t('security.import.paste', 'Or paste a file')}
            helpText={t('security.import.pasteHelp', 'Include the _meta section.')}
          >
            <EuiTextArea
              fullWidth
              rows={4}
              value={pasted}
              spellCheck={false}
              style={{ fontFamily: 'monospace' }}
              onChange={({ target }) => setPasted(target.value)}
            />
          </EuiFormRow>
          <EuiSpacer size="m" />
          <EuiCheckbox
            id={pruneId}
            checked={isPruning}
            label={t(
              'security.import.prune',
              'Delete entries not in the files (reserved entries are kept)'
            )}
            onChange={({ target }) => setIsPruning(target.checked)}
          />
          <EuiSpacer size="m" />
          {failure !== undefined && (
            <div role="alert">
              <EuiCallOut
                color="danger"
                iconType="error"
                title={t(
                  'security.import.failed',
                  "Couldn't create the plan. Nothing was changed."
                )}
              >
                <p style={{ overflowWrap: 'anywhere' }}>{failure}</p>
              </EuiCallOut>
              <EuiSpacer size="m" />
            </div>
          )}
          <EuiButton
            type="submit"
            isLoading={isBusy}
            isDisabled={files.length === 0 && pasted.trim() === ''}
          >
            {t('security.import.plan', 'Preview changes')}
          </EuiButton>
        </form>
        {plan && (
          <PlanReview
            key={plan.items.map(({ id, version }) => `${id} ${version}`).join()}
            plan={plan}
            onDone={() => {
              changed(SECURITY_KEY);
              dropPlan();
            }}
            onReplan={() => void makePlan()}
          />
        )}
      </Panel>
    </div>
  );
}
