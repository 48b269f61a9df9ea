/**
 * The configured colours of the header's upper bar. Controls in it come from plugins, each a React
 * root of its own.
 */
import { css } from '@emotion/css';
import { useMemo } from 'react';
import type { Branding } from '../../../common';
import { useCoreTheme } from '../../theme';

/** @returns undefined when the header looks as the theme has it */
export function useHeaderAppearance({ header }: Pick<Branding, 'header'>): string | undefined {
  const { darkMode } = useCoreTheme();
  return useMemo(() => {
    if (!header) return undefined;
    const { background, text } = darkMode ? header.dark : header.light;
    const isPointedAt = {
      backgroundColor: 'transparent',
      boxShadow: 'inset 0 0 0 1px currentcolor',
    };
    return css({
      // Twice, to win over the styles of the bar and its buttons whatever their order.
      '&&': { backgroundColor: background, borderBlockEndColor: background },
      '&& :is(a, button)': { color: text, outlineColor: text },
      '&& :is(a, button):is(:hover, :focus)': isPointedAt,
      '&& :is(a, button)::before': { display: 'none' },
    });
  }, [darkMode, header]);
}
