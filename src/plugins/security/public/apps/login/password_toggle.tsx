/**
 * Shows or hides a typed password. Drawn here: the design system's icons are a chunk of their own.
 */
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { useLightStyles } from '../../components/chromeless/light_styles';

export interface PasswordToggleProps {
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

export function PasswordToggle({ isShown, onChange }: PasswordToggleProps): ReactElement {
  const { toggle } = useLightStyles();
  const label = isShown
    ? i18n.translate('security.login.hidePassword', { defaultMessage: 'Hide password' })
    : i18n.translate('security.login.showPassword', { defaultMessage: 'Show password' });
  return (
    <button
      type="button"
      className={toggle}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isShown)}
      data-test-subj="toggle-password"
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
        focusable="false"
        fill="none"
        stroke="currentColor"
      >
        <path d="M1 8c1.6-3 4.1-4.5 7-4.5S13.4 5 15 8c-1.6 3-4.1 4.5-7 4.5S2.6 11 1 8z" />
        <circle cx="8" cy="8" r="2.2" />
        {isShown && <path d="m2.5 2.5 11 11" />}
      </svg>
    </button>
  );
}
