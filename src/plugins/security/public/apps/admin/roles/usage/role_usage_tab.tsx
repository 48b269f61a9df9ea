/** Usage tab of a role: what its holders used, and a smaller role that would do. */
import {
  EuiButton,
  EuiCallOut,
  EuiEmptyPrompt,
  EuiFilePicker,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiRange,
  EuiSelect,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import {
  PROPOSAL_SETTINGS,
  type ProposalSetting,
  type Recorded,
  type RoleUsageReport,
} from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import { LoadError, Panel, useChanged, useKit, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ACCESS_PATHS } from '../../../../../common';
import { CountingProgress } from '../../../../components/usage/counting_progress';
import { RecordedUses } from '../../../../components/usage/recorded_uses';
import { useCounting } from '../../../../components/usage/use_counting';
import { useAdmin } from '../../../../services/admin_context';
import { useFeature } from '../../../../services/features';
import { json } from '../../../../services/http_helpers';
import { resourceKey, SECURITY_KEY } from '../../../../services/query_keys';
import { PreparedChange } from '../../export_import/import/prepared_change';
import { ROLE_PAGES } from '../../paths';
import { recordedIn } from './recorded_file';
import { UsageCoverage } from './usage_coverage';
import { UsedPermissions } from './usage_tables';

const PERIODS = [7, 14, 30, 90] as const;
const DEFAULT_DAYS = 14;

interface RoleUsageTabProps {
  readonly name: string;
  readonly isReserved: boolean;
}

export function RoleUsageTab({ name, isReserved }: RoleUsageTabProps): ReactElement {
  const { http, notifications } = useAdmin().core;
  const hasIndices = useFeature('indices');
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const [file, setFile] = useState<{ readonly readAtMs: number; readonly recorded: Recorded }>();
  const [isReading, setIsReading] = useState(false);
  const [setting, setSetting] = useState<ProposalSetting>('grouped');
  const source = file ? { recorded: file.recorded } : { days };
  const { data, error, reload, isLoading } = useServerQuery(
    [...resourceKey('roles', 'usage', name), setting, file ? { readAtMs: file.readAtMs } : days],
    (signal) =>
      http.post<RoleUsageReport>(ACCESS_PATHS.roleUsage, {
        ...json({ role: name, setting, ...source }),
        signal,
      }),
    { isFresh: true, keepsPrevious: true, isOff: !hasIndices && file === undefined }
  );
  useCounting(data?.progress !== undefined, isLoading, reload);
  const readFile = async (files: FileList | null): Promise<void> => {
    if (!files || files.length === 0) return setFile(undefined);
    setIsReading(true);
    try {
      setFile({ recorded: await recordedIn([...files]), readAtMs: Date.now() });
    } catch {
      notifications.toasts.addDanger({
        title: t('security.usage.unreadable', "Couldn't read the files. Choose them again."),
      });
    }
    setIsReading(false);
  };
  return (
    <>
      <EuiText size="s" style={{ maxWidth: 800 }}>
        <p>
          {t(
            'security.usage.intro',
            'See which permissions people with this role used, and save a smaller role that would have been enough.'
          )}
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      <EuiFlexGroup gutterSize="m" wrap responsive={false} alignItems="flexEnd">
        {hasIndices && !file && (
          <EuiFlexItem grow={false}>
            <EuiFormRow label={t('security.usage.period', 'Audit events of')}>
              <EuiSelect
                value={String(days)}
                options={PERIODS.map((value) => ({
                  value: String(value),
                  text: t('security.usage.days', 'the last {days} days', { days: value }),
                }))}
                onChange={({ target }) => setDays(Number(target.value))}
              />
            </EuiFormRow>
          </EuiFlexItem>
        )}
        <EuiFlexItem grow={false} style={{ maxInlineSize: '100%' }}>
          <EuiFormRow
            label={t('security.usage.file', 'Audit events from files')}
            helpText={t('security.usage.fileHelp', 'One JSON event per line.')}
          >
            <EuiFilePicker
              style={{ maxInlineSize: '100%' }}
              compressed
              display="default"
              multiple
              accept=".ndjson,.jsonl,.json,.log"
              aria-label={t('security.usage.file', 'Audit events from files')}
              initialPromptText={t('security.usage.choose', 'Choose files')}
              isLoading={isReading}
              onChange={(files) => void readFile(files)}
            />
          </EuiFormRow>
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data &&
        error === undefined &&
        (hasIndices || file ? <EuiSkeletonText lines={4} /> : <NoIndices />)}
      {data && (
        <>
          {data.progress && <CountingProgress {...data.progress} />}
          <UsageCoverage report={data} />
          <Usage
            name={name}
            report={data}
            isReserved={isReserved}
            setting={setting}
            onSetting={setSetting}
          />
        </>
      )}
    </>
  );
}

const NoIndices = (): ReactElement => (
  <EuiEmptyPrompt
    iconType="document"
    titleSize="xs"
    title={<h2>{t('security.usage.noIndicesTitle', 'Nothing is recorded here')}</h2>}
    body={
      <p>
        {t(
          'security.usage.noIndices',
          'This installation has no indices, so it records no use of permissions. Choose files with the audit events of a cluster.'
        )}
      </p>
    }
  />
);

interface UsageProps extends RoleUsageTabProps {
  readonly report: RoleUsageReport;
  readonly setting: ProposalSetting;
  readonly onSetting: (setting: ProposalSetting) => void;
}

const settingLabels = (): Readonly<Record<ProposalSetting, string>> => ({
  exact: t('security.usage.exact', 'Exact'),
  grouped: t('security.usage.grouped', 'Grouped'),
  generous: t('security.usage.generous', 'Generous'),
});

function Usage({ name, report, isReserved, setting, onSetting }: UsageProps): ReactElement {
  const { events, denied, proposal, replay, grants, progress } = report;
  if (events === 0 && !denied?.uses) return <></>;
  return (
    <>
      {denied && denied.uses > 0 && (
        <GiveBack name={name} denied={denied} isReserved={isReserved} />
      )}
      <Panel title={t('security.usage.used', 'What was used')}>
        <UsedPermissions report={report} />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('security.usage.smaller', 'A smaller role')}>
        <EuiFormRow
          fullWidth
          label={t('security.usage.setting', 'How close to what was used')}
          helpText={settingHelp(setting)}
        >
          <div style={{ maxInlineSize: 480 }}>
            <EuiRange
              fullWidth
              showTicks
              min={0}
              max={PROPOSAL_SETTINGS.length - 1}
              value={PROPOSAL_SETTINGS.indexOf(setting)}
              ticks={PROPOSAL_SETTINGS.map((one, value) => ({
                value,
                label: settingLabels()[one],
              }))}
              aria-label={t('security.usage.setting', 'How close to what was used')}
              onChange={({ currentTarget }) =>
                onSetting(PROPOSAL_SETTINGS[Number(currentTarget.value)] ?? 'grouped')
              }
            />
          </div>
        </EuiFormRow>
        <EuiSpacer size="m" />
        <EuiText size="s">
          <p>
            {t(
              'security.usage.grants',
              'Of {now, number} known permissions, {used, number} were used. The smaller role has {then, number}.',
              grants
            )}
          </p>
          <p role="status">
            {replay.denied === 0
              ? t(
                  'security.usage.replayed',
                  'Replay: none of the {uses, number} recorded uses would be denied.',
                  { uses: replay.uses }
                )
              : t(
                  'security.usage.replayDenied',
                  'Replay: {denied, number} of the {uses, number} recorded uses would be denied.',
                  { denied: replay.denied, uses: replay.uses }
                )}
          </p>
        </EuiText>
        {replay.examples.length > 0 && <RecordedUses uses={replay.examples} />}
        {!proposal && (
          <EuiCallOut
            size="s"
            title={t(
              'security.usage.unused',
              'Nobody used this role. You can delete it, or take it away from its users.'
            )}
          />
        )}
        {proposal && !isReserved && !progress && (
          <Saving
            name={name}
            id={`smaller ${name} ${JSON.stringify(proposal)}`}
            role={proposal}
            label={t('security.usage.save', 'Save the smaller role')}
          />
        )}
      </Panel>
    </>
  );
}

function settingHelp(setting: ProposalSetting): string {
  switch (setting) {
    case 'exact':
      return t('security.usage.exactHelp', 'Only the recorded actions and indices.');
    case 'grouped':
      return t(
        'security.usage.groupedHelp',
        'Action groups and patterns around what was recorded, such as new indices of the same kind.'
      );
    case 'generous':
      return t('security.usage.generousHelp', 'The role as it is, without what nobody used.');
  }
}

interface SavingProps {
  readonly name: string;
  readonly id: string;
  readonly role: NonNullable<RoleUsageReport['proposal']>;
  readonly label: string;
}

function Saving({ name, id, role, label }: SavingProps): ReactElement {
  const { core } = useAdmin();
  const { history } = useKit();
  const changed = useChanged();
  return (
    <PreparedChange
      id={id}
      change={{ roles: { [name]: role } }}
      label={label}
      onDone={() => {
        core.notifications.toasts.addSuccess({
          title: t(
            'security.usage.saved',
            '{name} saved. You can revert it in the change history.',
            {
              name,
            }
          ),
        });
        history.push(ROLE_PAGES.view(name));
        changed(SECURITY_KEY);
      }}
    />
  );
}

interface GiveBackProps extends RoleUsageTabProps {
  readonly denied: NonNullable<RoleUsageReport['denied']>;
}

function GiveBack({ name, denied, isReserved }: GiveBackProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Panel title={t('security.usage.denied', 'Denied since the role was changed')}>
        <EuiText size="s">
          <p>
            {t(
              'security.usage.deniedText',
              'The role was changed on {date}. Since then, {uses, plural, one {# request was} other {# requests were}} denied that it had allowed before.',
              {
                date: i18n.formatDate(denied.since, { dateStyle: 'medium' }),
                uses: denied.uses,
              }
            )}
          </p>
        </EuiText>
        <RecordedUses uses={denied.examples} />
        {denied.give_back && !isReserved && !isOpen && (
          <EuiButton onClick={() => setIsOpen(true)}>
            {t('security.usage.giveBack', 'Give back…')}
          </EuiButton>
        )}
        {isOpen && denied.give_back && (
          <Saving
            name={name}
            id={`give back ${name}`}
            role={denied.give_back}
            label={t('security.usage.giveBackSave', 'Give back')}
          />
        )}
      </Panel>
      <EuiSpacer size="m" />
    </>
  );
}
