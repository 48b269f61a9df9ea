import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { useLightStyles } from './light_styles';

export interface LightButtonProps {
  readonly children: ReactNode;
  /** Renders a link instead of a button. */
  readonly href?: string;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly onClick?: () => void;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly 'data-test-subj'?: string;
}

/** Full-width button of a page outside the shell. */
export function LightButton({
  children,
  href,
  type = 'button',
  isBusy = false,
  onClick,
  className = '',
  ...rest
}: LightButtonProps): ReactElement {
  const { button } = useLightStyles();
  const classes = `${button} ${className}`.trim();
  if (href !== undefined) {
    return (
      <a {...rest} href={href} className={classes}>
        {children}
      </a>
    );
  }
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
