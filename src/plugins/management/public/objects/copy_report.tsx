/** Result of each copied object. Conflicts can be selected for overwriting. */
import {
  EuiButton,
  EuiCallOut,
  EuiCheckboxGroup,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { t } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import type { CopyResult, ObjectKey } from '../../common';
import { toKey } from './objects_api';

export interface CopyReportProps {
  readonly results: readonly CopyResult[];
  readonly tenantLabel: string;
  readonly isBusy: boolean;
  readonly onOverwrite: (keys: readonly ObjectKey[]) => void;
}

export function CopyReport({
  results,
  tenantLabel,
  isBusy,
  onOverwrite,
}: CopyReportProps): ReactElement {
  const done = results.filter(({ status }) => status === 'copied' || status === 'overwritten');
  const conflicts = results.filter(({ status }) => status === 'conflict');
  const failures = results.filter(({ status }) => status === 'missing' || status === 'failed');
  const isComplete = done.length === results.length;
  return (
    <>
      <div role="status">
        <EuiCallOut
          size="s"
          color={isComplete ? 'success' : 'warning'}
          iconType={isComplete ? 'check' : 'warning'}
          title={t('management.copy.report', '{done} of {total} objects copied to {tenant}', {
            done: done.length,
            total: results.length,
            tenant: tenantLabel,
          })}
        />
      </div>
      {conflicts.length > 0 && (
        // A different set of conflicts resets the selection.
        <Conflicts
          key={conflicts.map(toKey).join()}
          conflicts={conflicts}
          isBusy={isBusy}
          onOverwrite={onOverwrite}
        />
      )}
      {failures.length > 0 && (
        <ResultList title={t('management.copy.failures', 'Not copied')} results={failures} />
      )}
      {done.length > 0 && <ResultList title={t('management.copy.done', 'Copied')} results={done} />}
    </>
  );
}

function Conflicts({
  conflicts,
  isBusy,
  onOverwrite,
}: Pick<CopyReportProps, 'isBusy' | 'onOverwrite'> & {
  readonly conflicts: readonly CopyResult[];
}): ReactElement {
  const prefix = useGeneratedHtmlId({ prefix: 'conflict' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const getId = (key: string) => `${prefix}${key}`;
  return (
    <>
      <EuiSpacer size="m" />
      <EuiCheckboxGroup
        legend={{
          children: t(
            'management.copy.conflicts',
            'Already there and skipped. Choose which to overwrite:'
          ),
        }}
        disabled={isBusy}
        options={conflicts.map((result) => ({ id: getId(toKey(result)), label: describe(result) }))}
        idToSelectedMap={Object.fromEntries([...chosen].map((key) => [getId(key), true]))}
        onChange={(id) => toggle(id.slice(prefix.length))}
      />
      <EuiSpacer size="s" />
      <EuiButton
        size="s"
        color="warning"
        isLoading={isBusy}
        isDisabled={chosen.size === 0}
        onClick={() => onOverwrite(conflicts.filter((result) => chosen.has(toKey(result))))}
      >
        {t(
          'management.copy.overwrite',
          '{count, plural, =0 {Overwrite} one {Overwrite # object} other {Overwrite # objects}}',
          { count: chosen.size }
        )}
      </EuiButton>
    </>
  );
}

function ResultList({
  title,
  results,
}: {
  readonly title: string;
  readonly results: readonly CopyResult[];
}): ReactElement {
  return (
    <>
      <EuiSpacer size="m" />
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        <h3>{title}</h3>
        <ul>
          {results.map((result) => (
            <li key={toKey(result)}>
              {describe(result)}
              {result.message !== undefined && `: ${result.message}`}
            </li>
          ))}
        </ul>
      </EuiText>
    </>
  );
}

function describe({ title, id, type, status }: CopyResult): string {
  const values = { title: title ?? id, type: objectTypeLabel(type) };
  return status === 'overwritten'
    ? t('management.copy.itemOverwritten', '{title} ({type}), overwritten', values)
    : t('management.copy.item', '{title} ({type})', values);
}
