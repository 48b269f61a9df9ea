import { EuiHeaderSectionItemButton, EuiIcon } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '../../i18n';
import type { ThemeStart } from '../../theme/types';
import { useObservable } from '../../utils';

const LIGHT = { darkMode: false };

/** Light or dark, at once and remembered. */
export function ThemeSwitch({ theme }: { readonly theme: ThemeStart }): ReactElement {
  const { darkMode } = useObservable(theme.theme$, LIGHT);
  const label = darkMode
    ? i18n.translate('core.ui.chrome.themeSwitch.light', {
        defaultMessage: 'Switch to light theme',
      })
    : i18n.translate('core.ui.chrome.themeSwitch.dark', { defaultMessage: 'Switch to dark theme' });
  return (
    <EuiHeaderSectionItemButton
      aria-label={label}
      title={label}
      data-test-subj="themeSwitch"
      onClick={() => theme.setDarkMode(!darkMode)}
    >
      <EuiIcon type={darkMode ? 'sun' : 'moon'} size="m" aria-hidden />
    </EuiHeaderSectionItemButton>
  );
}
