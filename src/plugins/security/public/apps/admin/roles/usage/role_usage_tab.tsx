/** Usage tab of a role: what its holders used, and a smaller role that would do. */
import { EuiButton, EuiCallOut, EuiFormRow, EuiRange, EuiSpacer, EuiText } from '@elastic/eui';
import { PROPOSAL_SETTINGS, type ProposalSetting, type RoleUsageReport } from '@sd/contracts';
import { t } from '@sd/core/public';
import { Panel, useChanged, useKit } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { dayLabel } from '../../../../components/history/change_texts';
import { RecordedUses } from '../../../../components/usage/recorded_uses';
import { useAdmin } from '../../../../services/admin_context';
import { resourceKey, SECURITY_KEY } from '../../../../services/query_keys';
import type { EntityPartProps } from '../../../../types';
import { PreparedChange } from '../../../../components/review/prepared_change';
import { ROLE_PAGES } from '../../paths';
import { RecordedUsage } from '../../usage/recorded_usage';
import { UsedPermissions } from './usage_tables';

interface RoleUsageTabProps {
  readonly name: string;
  readonly isReserved: boolean;
}

export function RoleUsageTab({ name, role }: EntityPartProps['role']): ReactElement {
  const [setting, setSetting] = useState<ProposalSetting>('grouped');
  return (
    <RecordedUsage<RoleUsageReport>
      intro={t(
        'security.usage.intro',
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
              'No one used this role. You can delete it or remove it from its users.'
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
      return t(
        'security.usage.generousHelp',
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
                date: dayLabel(denied.since),
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
