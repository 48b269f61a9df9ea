/** Result of a dry run: the outcome and reason of each domain, and the resulting user. */
import { EuiBadge, EuiBasicTable, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
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
          {user ? (
            <FormattedMessage
              id="security.trial.proven"
              defaultMessage="{name} would be signed in, by the domain {domain}"
              values={{ name: user.name, domain: user.domain }}
            />
          ) : (
            <FormattedMessage
              id="security.trial.nobody"
              defaultMessage="Nobody would be signed in"
            />
          )}
        </h3>
      </EuiTitle>
      {!user && anonymous && (
        <EuiText size="s">
          <p>
            <FormattedMessage
              id="security.trial.anonymous"
              defaultMessage="A request that brings nothing at all is let in as the anonymous user."
            />
          </p>
        </EuiText>
      )}
      <EuiSpacer size="s" />
      <EuiBasicTable<DomainDryRun>
        tableCaption={i18n.translate('security.trial.domains', {
          defaultMessage: 'What each domain says',
        })}
        tableLayout="auto"
        items={[...domains]}
        rowHeader="name"
        columns={[
          {
            field: 'name',
            name: i18n.translate('security.trial.domain', { defaultMessage: 'Domain' }),
            render: (name: string) => <span style={{ overflowWrap: 'anywhere' }}>{name}</span>,
          },
          {
            field: 'outcome',
            name: i18n.translate('security.trial.outcome', { defaultMessage: 'Outcome' }),
            render: (outcome: DomainDryRun['outcome']) => (
              <EuiBadge color={COLORS[outcome]}>{outcomeText(outcome)}</EuiBadge>
            ),
          },
          {
            name: i18n.translate('security.trial.reason', { defaultMessage: 'Reason' }),
            render: (domain: DomainDryRun) => <Reasons {...domain} />,
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
    {ends && (
      <FormattedMessage
        id="security.trial.ends"
        defaultMessage="It asks for credentials of its own; domains behind it are not asked."
      />
    )}
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
      return i18n.translate('security.trial.outcome.proven', { defaultMessage: 'Proven' });
    case 'nothing':
      return i18n.translate('security.trial.outcome.nothing', {
        defaultMessage: 'Nothing for it',
      });
    case 'refused':
      return i18n.translate('security.trial.outcome.refused', { defaultMessage: 'Refused' });
    case 'blocked':
      return i18n.translate('security.trial.outcome.blocked', {
        defaultMessage: 'Blocked for a while',
      });
    case 'unavailable':
      return i18n.translate('security.trial.outcome.unavailable', {
        defaultMessage: 'Provider not reached',
      });
    case 'unusable':
      return i18n.translate('security.trial.outcome.unusable', {
        defaultMessage: 'Settings not usable',
      });
    case 'not_asked':
      return i18n.translate('security.trial.outcome.notAsked', { defaultMessage: 'Not asked' });
  }
}
