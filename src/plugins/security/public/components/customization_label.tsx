/** Reserved or Custom, as icon and word. Source: specification section 2.1. */
import { EuiFlexGroup, EuiFlexItem, EuiIcon, EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

export const CustomizationLabel = ({
  isReserved,
}: {
  readonly isReserved: boolean;
}): ReactElement => (
  <EuiFlexGroup gutterSize="xs" alignItems="center" responsive={false}>
    <EuiFlexItem grow={false}>
      <EuiIcon type={isReserved ? 'lock' : 'pencil'} size="s" aria-hidden="true" />
    </EuiFlexItem>
    <EuiFlexItem grow={false}>
      <EuiText size="xs" style={{ whiteSpace: 'nowrap' }}>
        {isReserved ? (
          <FormattedMessage id="security.customization.reserved" defaultMessage="Reserved" />
        ) : (
          <FormattedMessage id="security.customization.custom" defaultMessage="Custom" />
        )}
      </EuiText>
    </EuiFlexItem>
  </EuiFlexGroup>
);
