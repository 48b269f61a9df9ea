import { EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import { Children, type ReactElement, type ReactNode } from 'react';

/** Props of {@link Actions}. */
export interface ActionsProps {
  /** The buttons; absent ones take no room. */
  readonly children: ReactNode;
  /** Default: as tall as the tallest. */
  readonly alignItems?: 'center';
}

/** Buttons side by side, which wrap in narrow windows. */
export const Actions = ({ children, alignItems }: ActionsProps): ReactElement => (
  <EuiFlexGroup gutterSize="s" responsive={false} wrap alignItems={alignItems}>
    {Children.toArray(children).map((child, index) => (
      <EuiFlexItem grow={false} key={index}>
        {child}
      </EuiFlexItem>
    ))}
  </EuiFlexGroup>
);
