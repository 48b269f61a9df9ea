/** Result of a dry run: the outcome and reason of each domain, and the resulting user. */
import { EuiBadge, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import { t } from '@sd/core/public';
import { Table } from '@sd/ui_kit';
import type { DomainDryRun } from '@sd/contracts';
import type { ReactElement } from 'react';
import type { LoginDryRunResponse } from '../../../../common';
import { IdentityDetails } from './identity_details';

export function DryRunResult({
  response,
}: {
  readonly response: LoginDryRunResponse;
}): ReactElement {
  const { domains, user, anonymous } = response;
  return (
    <>
      <EuiSpacer size="l" />
      <EuiTitle size="xs">
        <h3>
          {user
            ? t('security.trial.proven', '{name} would be logged in by the domain {domain}', {
                name: user.name,
                domain: user.domain,
              })
            : t('security.trial.nobody', 'No one would be logged in')}
        </h3>
      </EuiTitle>
      {!user && anonymous && (
        <EuiText size="s">
          <p>
            {t(
              'security.trial.anonymous',
              'Requests without credentials are accepted as the anonymous user.'
            )}
          </p>
        </EuiText>
      )}
      <EuiSpacer size="s" />
      <Table<DomainDryRun>
        caption={t('security.trial.domains', 'Result by domain')}
        items={domains}
        idOf={({ name }) => name}
        columns={[
          {
            id: 'name',
            name: t('security.common.domain', 'Domain'),
            render: ({ name }) => <span style={{ overflowWrap: 'anywhere' }}>{name}</span>,
          },
          {
            id: 'outcome',
            name: t('security.common.result', 'Result'),
            render: ({ outcome }) => (
              <EuiBadge color={COLORS[outcome]}>{outcomeText(outcome)}</EuiBadge>
            ),
          },
          {
            id: 'reason',
            name: t('security.common.reason', 'Reason'),
            render: (domain) => <Reasons {...domain} />,
          },
        ]}
      />
      {user && (
        <>
          <EuiSpacer size="m" />
          <IdentityDetails {...user} />
        </>
      )}
    </>
  );
}

const Reasons = ({ reasons, ends }: DomainDryRun): ReactElement => (
  <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
    {reasons.map((reason) => (
      <div key={reason}>{reason}</div>
    ))}
    {ends && t('security.trial.ends', 'Prompted for credentials; later domains were skipped.')}
  </div>
);

const COLORS: Readonly<Record<DomainDryRun['outcome'], string>> = {
  proven: 'success',
  nothing: 'hollow',
  refused: 'danger',
  blocked: 'danger',
  unavailable: 'warning',
  unusable: 'warning',
  not_asked: 'hollow',
};

function outcomeText(outcome: DomainDryRun['outcome']): string {
  switch (outcome) {
    case 'proven':
      return t('security.trial.outcome.proven', 'Accepted');
    case 'nothing':
      return t('security.common.noCredentials', 'No credentials');
    case 'refused':
      return t('security.trial.outcome.refused', 'Refused');
    case 'blocked':
      return t('security.trial.outcome.blocked', 'Temporarily blocked');
    case 'unavailable':
      return t('security.trial.outcome.unavailable', 'Provider unreachable');
    case 'unusable':
      return t('security.trial.outcome.unusable', 'Invalid settings');
    case 'not_asked':
      return t('security.trial.outcome.notAsked', 'Skipped');
  }
}
