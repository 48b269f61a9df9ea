/** Search in the header; opens the command palette. */
import { EuiButtonEmpty, EuiButtonIcon, useEuiTheme, useIsWithinMinBreakpoint } from '@elastic/eui';
import { type MountPoint, mountReactNode, t } from '@sd/core/public';
import type { ReactElement } from 'react';

interface PaletteButtonProps {
  readonly onClick: () => void;
}

const SHORTCUT = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl+K';

export function PaletteButton({ onClick }: PaletteButtonProps): ReactElement {
  const { euiTheme } = useEuiTheme();
  const isWide = useIsWithinMinBreakpoint('l');
  const label = t('security.palette.button', 'Search');
  const common = {
    onClick,
    color: 'text',
    'aria-label': label,
    title: t('security.palette.search', 'Search pages, actions, roles, users and tenants'),
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
    'data-test-subj': 'open-palette',
  } as const;
  if (!isWide) return <EuiButtonIcon {...common} iconType="search" size="s" />;
  return (
    <EuiButtonEmpty
      {...common}
      size="s"
      iconType="search"
      contentProps={{ style: { justifyContent: 'flex-start' } }}
      textProps={{ style: { display: 'flex', flexGrow: 1, justifyContent: 'space-between' } }}
      style={{ inlineSize: 220, border: `1px solid ${euiTheme.colors.borderBasePlain}` }}
    >
      <span>{label}</span>
      <kbd aria-hidden="true">{SHORTCUT}</kbd>
    </EuiButtonEmpty>
  );
}

export const paletteButtonMount = (onClick: () => void): MountPoint =>
  mountReactNode(<PaletteButton onClick={onClick} />);
