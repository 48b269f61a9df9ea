import { EuiBadge, EuiFlexGroup, EuiFlexItem, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage } from '../../i18n';
import type { FormattedState } from './load_status';
import { designSystemColor } from './status_color';

export interface ServerStatusProps {
  readonly name?: string;
  readonly serverState: FormattedState;
  readonly productName: string;
}

export function ServerStatus({ name, serverState, productName }: ServerStatusProps): ReactElement {
  const badge = (
    <EuiBadge
      data-test-subj="serverStatusTitleBadge"
      color={designSystemColor(serverState.uiColor)}
    >
      {serverState.title}
    </EuiBadge>
  );
  return (
    <EuiFlexGroup alignItems="center" justifyContent="spaceBetween" wrap gutterSize="m">
      <EuiFlexItem grow={false}>
        <EuiTitle size="l">
          <h1 data-test-subj="serverStatusTitle">
            <FormattedMessage
              id="core.statusPage.serverStatus.statusTitle"
              defaultMessage="{productName} status is {kibanaStatus}"
              values={{ productName, kibanaStatus: badge }}
            />
          </h1>
        </EuiTitle>
      </EuiFlexItem>
      {name !== undefined && (
        <EuiFlexItem grow={false}>
          <EuiText data-test-subj="serverStatusName">
            <p>{name}</p>
          </EuiText>
        </EuiFlexItem>
      )}
    </EuiFlexGroup>
  );
}
