import { EuiCollapsibleNavGroup, EuiListGroup } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '../../i18n';

export interface DockToggleProps {
  readonly isLocked: boolean;
  readonly onChange: (isLocked: boolean) => void;
}

/** Fastens the drawer beside the page, or lets it float again. Source: specification section 2.6. */
export function DockToggle({ isLocked, onChange }: DockToggleProps): ReactElement {
  const label = isLocked
    ? i18n.translate('core.ui.primaryNavSection.undockLabel', {
        defaultMessage: 'Undock navigation',
      })
    : i18n.translate('core.ui.primaryNavSection.dockLabel', { defaultMessage: 'Dock navigation' });
  return (
    <EuiCollapsibleNavGroup>
      <EuiListGroup
        maxWidth="none"
        color="subdued"
        listItems={[
          {
            label,
            iconType: isLocked ? 'lock' : 'lockOpen',
            onClick: () => onChange(!isLocked),
            'data-test-subj': 'collapsible-nav-lock',
          },
        ]}
      />
    </EuiCollapsibleNavGroup>
  );
}
