import { useEuiTheme } from '@elastic/eui';
import type { ReactElement } from 'react';

/** Our own mark, a shield with a chart in it, in the colours of the theme. */
export function ProductMark(): ReactElement {
  const { euiTheme } = useEuiTheme();
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden focusable="false">
      <path
        d="M12 1.5 3.5 4.6v7c0 5.3 3.5 9.2 8.5 10.9 5-1.7 8.5-5.6 8.5-10.9v-7z"
        fill={euiTheme.colors.primary}
      />
      <g fill={euiTheme.colors.backgroundBasePlain}>
        <rect x="7.25" y="11.5" width="2.5" height="4.5" rx="0.75" />
        <rect x="10.75" y="7.5" width="2.5" height="8.5" rx="0.75" />
        <rect x="14.25" y="9.75" width="2.5" height="6.25" rx="0.75" />
      </g>
    </svg>
  );
}
