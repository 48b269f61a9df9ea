/** Chooses the record of a report about use, and shows what it covers. */
import {
  EuiEmptyPrompt,
  EuiFilePicker,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSelect,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type RecordCoverage, type Recorded, type SentBody } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import { LoadError, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { READ_USAGE } from '../../common';
import { useParts } from '../parts';
import { CountingProgress } from './counting_progress';
import { recordedIn } from './recorded_file';
import { UsageCoverage } from './usage_coverage';
import { useCounting } from './use_counting';

const PERIODS = [7, 14, 30, 90] as const;
export const DEFAULT_DAYS = 14;

interface RecordedUsageProps<R extends RecordCoverage> {
  readonly intro: string;
  readonly queryKey: readonly unknown[];
  /** Of what: body of the request, without its source. */
  readonly request: object;
  readonly children: (report: R) => ReactElement;
}

export function RecordedUsage<R extends RecordCoverage>({
  intro,
  queryKey,
  request,
  children,
}: RecordedUsageProps<R>): ReactElement {
  const { useAdmin, useFeature } = useParts();
  const { http, notifications } = useAdmin().core;
  const hasIndices = useFeature('indices');
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const [file, setFile] = useState<{ readonly readAtMs: number; readonly recorded: Recorded }>();
  const [isReading, setIsReading] = useState(false);
  const source = file ? { recorded: file.recorded } : { days };
  const { data, error, reload, isLoading } = useServerQuery(
    [...queryKey, request, file ? { readAtMs: file.readAtMs } : days],
    (signal) =>
      send(http, READ_USAGE, {
        body: { ...request, ...source } as SentBody<typeof READ_USAGE>,
        signal,
      }) as unknown as Promise<R>,
    { isFresh: true, keepsPrevious: true }
  );
  // The engine records no use of its own; a demonstration has some.
  const isUnused = !hasIndices && !file && data?.period === undefined;
  useCounting(data?.progress !== undefined, isLoading, reload);
  const readFile = async (files: FileList | null): Promise<void> => {
    if (!files || files.length === 0) return setFile(undefined);
    setIsReading(true);
    try {
      setFile({ recorded: await recordedIn([...files]), readAtMs: Date.now() });
    } catch {
      notifications.toasts.addDanger({
        title: t('findings.usage.unreadable', "Couldn't read the files. Choose them again."),
      });
    }
    setIsReading(false);
  };
  return (
    <>
      <EuiText size="s" style={{ maxWidth: 800 }}>
        <p>{intro}</p>
      </EuiText>
      <EuiSpacer size="m" />
      <EuiFlexGroup
        gutterSize="m"
        wrap
        responsive={false}
        // The column of the page would stretch it.
        style={{ flexGrow: 0 }}
      >
        {!isUnused && !file && (
          <EuiFlexItem grow={false}>
            <PeriodField days={days} onChange={setDays} />
          </EuiFlexItem>
        )}
        <EuiFlexItem grow={false} style={{ maxInlineSize: '100%' }}>
          <EuiFormRow
            label={t('findings.usage.file', 'Audit events from files')}
            helpText={t('findings.usage.fileHelp', 'One JSON event per line.')}
          >
            <EuiFilePicker
              style={{ maxInlineSize: '100%' }}
              compressed
              display="default"
              multiple
              accept=".ndjson,.jsonl,.json,.log"
              aria-label={t('findings.usage.file', 'Audit events from files')}
              initialPromptText={t('findings.usage.choose', 'Choose files')}
              isLoading={isReading}
              onChange={(files) => void readFile(files)}
            />
          </EuiFormRow>
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <EuiSkeletonText lines={4} />}
      {data && isUnused && <NoIndices />}
      {data && !isUnused && (
        <>
          {data.progress && <CountingProgress {...data.progress} />}
          <UsageCoverage report={data} />
          {children(data)}
        </>
      )}
    </>
  );
}

interface PeriodFieldProps {
  readonly days: number;
  readonly onChange: (days: number) => void;
}

export const PeriodField = ({ days, onChange }: PeriodFieldProps): ReactElement => (
  <EuiFormRow label={t('findings.usage.period', 'Audit events from')}>
    <EuiSelect
      value={String(days)}
      options={PERIODS.map((value) => ({
        value: String(value),
        text: t('findings.usage.days', 'the last {days} days', { days: value }),
      }))}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  </EuiFormRow>
);

const NoIndices = (): ReactElement => (
  <EuiEmptyPrompt
    iconType="document"
    titleSize="xs"
    title={<h2>{t('findings.usage.noIndicesTitle', 'Nothing is recorded here')}</h2>}
    body={
      <p>
        {t(
          'findings.usage.noIndices',
          'This installation has no indices, so it records no use of permissions. Choose files with the audit events of a cluster.'
        )}
      </p>
    }
  />
);
