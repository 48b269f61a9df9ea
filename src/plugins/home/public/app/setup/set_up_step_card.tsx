import { EuiBadge, EuiLink, EuiPanel, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, type CoreStart } from '@sd/core/public';
import { appLinkProps } from '../app_link';
import type { SetUpStep, StepState } from './set_up_steps';

interface SetUpStepCardProps {
  readonly step: SetUpStep;
  readonly application: CoreStart['application'];
}

/** One step: its state in words, why, and where to see to it. */
export function SetUpStepCard({ step, application }: SetUpStepCardProps): ReactElement {
  const { state, title, text, link } = step;
  return (
    <EuiPanel hasBorder hasShadow={false} paddingSize="m" style={{ blockSize: '100%' }}>
      <div style={{ display: 'flex', gap: 8, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <EuiTitle size="xxs">
          <h3>{title}</h3>
        </EuiTitle>
        <StateBadge state={state} />
      </div>
      <EuiText size="s" style={{ marginBlockStart: 8, overflowWrap: 'anywhere' }}>
        <p>{text}</p>
        {link && (
          <p>
            <EuiLink {...appLinkProps(application, link.appId, link.path)}>{link.label}</EuiLink>
          </p>
        )}
      </EuiText>
    </EuiPanel>
  );
}

function StateBadge({ state }: { readonly state: StepState }): ReactElement {
  switch (state) {
    case 'done':
      return (
        <EuiBadge color="success" iconType="check">
          <FormattedMessage id="home.setUp.state.done" defaultMessage="Done" />
        </EuiBadge>
      );
    case 'advice':
      return (
        <EuiBadge color="hollow" iconType="info">
          <FormattedMessage id="home.setUp.state.advice" defaultMessage="Next step" />
        </EuiBadge>
      );
    case 'attention':
      return (
        <EuiBadge color="warning" iconType="warning">
          <FormattedMessage id="home.setUp.state.attention" defaultMessage="Attention" />
        </EuiBadge>
      );
  }
}
