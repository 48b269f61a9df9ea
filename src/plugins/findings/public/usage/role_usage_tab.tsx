/** Usage tab of a role: what its holders used, and a smaller role that would do. */
import { EuiButton, EuiCallOut, EuiFormRow, EuiRange, EuiSpacer, EuiText } from '@elastic/eui';
import { PROPOSAL_SETTINGS, type ProposalSetting, type RoleUsageReport } from '@sd/contracts';
import { t } from '@sd/core/public';
import { Panel, useChanged, useKit } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { EntityPartProps } from '@sd/plugins/security/public';
import { dayLabel } from '../day_label';
import { useParts, withParts } from '../parts';
import { RecordedUsage } from './recorded_usage';
import { RecordedUses } from './recorded_uses';
import { UsedPermissions } from './usage_tables';

interface RoleUsageTabProps {
  readonly name: string;
  readonly isReserved: boolean;
}

export const roleUsageTab = withParts(RoleUsageTab);

function RoleUsageTab({ name, role }: EntityPartProps['role']): ReactElement {
  const { resourceKey } = useParts();
  const [setting, setSetting] = useState<ProposalSetting>('grouped');
  return (
    <RecordedUsage<RoleUsageReport>
      intro={t(
        'findings.usage.intro',
        'See which permissions people with this role used, and save a smaller role that would have been enough.'
      )}
      queryKey={resourceKey('roles', 'usage', name)}
      request={{ role: name, setting }}
    >
      {(report) => (
        <Usage
          name={name}
          report={report}
          isReserved={role.reserved === true}
          setting={setting}
          onSetting={setSetting}
        />
      )}
    </RecordedUsage>
  );
}

interface UsageProps extends RoleUsageTabProps {
  readonly report: RoleUsageReport;
  readonly setting: ProposalSetting;
  readonly onSetting: (setting: ProposalSetting) => void;
}

const settingLabels = (): Readonly<Record<ProposalSetting, string>> => ({
  exact: t('findings.usage.exact', 'Exact'),
  grouped: t('findings.usage.grouped', 'Grouped'),
  generous: t('findings.usage.generous', 'Generous'),
});

function Usage({ name, report, isReserved, setting, onSetting }: UsageProps): ReactElement {
  const { events, denied, proposal, replay, grants, progress } = report;
  if (events === 0 && !denied?.uses) return <></>;
  return (
    <>
      {denied && denied.uses > 0 && (
        <GiveBack name={name} denied={denied} isReserved={isReserved} />
      )}
      <Panel title={t('findings.usage.used', 'What was used')}>
        <UsedPermissions report={report} />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={t('findings.usage.smaller', 'A smaller role')}>
        <EuiFormRow
          fullWidth
          label={t('findings.usage.setting', 'How close to what was used')}
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
              aria-label={t('findings.usage.setting', 'How close to what was used')}
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
              'findings.usage.grants',
              'Of {now, number} known permissions, {used, number} were used. The smaller role has {then, number}.',
              grants
            )}
          </p>
          <p role="status">
            {replay.denied === 0
              ? t(
                  'findings.usage.replayed',
                  'Replay: none of the {uses, number} recorded uses would be denied.',
                  { uses: replay.uses }
                )
              : t(
                  'findings.usage.replayDenied',
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
              'findings.usage.unused',
              'No one used this role. You can delete it or remove it from its users.'
            )}
          />
        )}
        {proposal && !isReserved && !progress && (
          <Saving
            name={name}
            id={`smaller ${name} ${JSON.stringify(proposal)}`}
            role={proposal}
            label={t('findings.usage.save', 'Save the smaller role')}
          />
        )}
      </Panel>
    </>
  );
}

function settingHelp(setting: ProposalSetting): string {
  switch (setting) {
    case 'exact':
      return t('findings.usage.exactHelp', 'Only the recorded actions and indices.');
    case 'grouped':
      return t(
        'findings.usage.groupedHelp',
        'Action groups and patterns around what was recorded, such as new indices of the same kind.'
      );
    case 'generous':
      return t(
        'findings.usage.generousHelp',
        'The role as it is, without unused permissions. Permissions for everything become the groups that include what was used.'
      );
  }
}

interface SavingProps {
  readonly name: string;
  readonly id: string;
  readonly role: NonNullable<RoleUsageReport['proposal']>;
  readonly label: string;
}

function Saving({ name, id, role, label }: SavingProps): ReactElement {
  const { PreparedChange, ROLE_PAGES, SECURITY_KEY, useAdmin } = useParts();
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
            'findings.usage.saved',
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
      <Panel title={t('findings.usage.denied', 'Denied since the role was changed')}>
        <EuiText size="s">
          <p>
            {t(
              'findings.usage.deniedText',
              'The role was changed on {date}. Since then, {uses, plural, one {# request was} other {# requests were}} denied that it had allowed before.',
              {
                date: dayLabel(denied.since),
                uses: denied.uses,
              }
            )}
          </p>
        </EuiText>
        <RecordedUses uses={denied.examples} />
        {denied.give_back && !isReserved && !isOpen && (
          <EuiButton onClick={() => setIsOpen(true)}>
            {t('findings.usage.giveBack', 'Give back…')}
          </EuiButton>
        )}
        {isOpen && denied.give_back && (
          <Saving
            name={name}
            id={`give back ${name}`}
            role={denied.give_back}
            label={t('findings.usage.giveBackSave', 'Give back')}
          />
        )}
      </Panel>
      <EuiSpacer size="m" />
    </>
  );
}
