/** The look of the table: columns where there is room, a card for each row where there is not. */
import { useEuiFontSize, useEuiMaxBreakpoint, useEuiTheme } from '@elastic/eui';
import { css, keyframes } from '@emotion/css';
import { useMemo } from 'react';

const moveAlong = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(400%)' },
});

/** Class of the box around the table. */
export function useTableClass(): string {
  const { euiTheme } = useEuiTheme();
  const isNarrow = useEuiMaxBreakpoint('m');
  const text = useEuiFontSize('s');
  const small = useEuiFontSize('xs');
  return useMemo(() => {
    const { border, colors, focus, font, size } = euiTheme;
    return css({
      position: 'relative',
      overflow: 'hidden',
      color: colors.textParagraph,
      backgroundColor: colors.backgroundBasePlain,
      border: border.thin,
      borderRadius: border.radius.medium,
      ...text,
      '& table': { inlineSize: '100%', borderCollapse: 'collapse' },
      '& th': { padding: 0, textAlign: 'start', borderBlockEnd: border.thin },
      '& td': {
        paddingBlock: size.m,
        paddingInline: size.s,
        verticalAlign: 'middle',
        borderBlockEnd: border.thin,
      },
      '& tbody tr:last-child td': { borderBlockEnd: 'none' },
      '& td:first-child > span': { color: colors.textHeading, fontWeight: font.weight.medium },
      '& td:first-child': { inlineSize: '100%', overflowWrap: 'anywhere' },
      '& td:not(:first-child)': { whiteSpace: 'nowrap' },
      '& tbody tr:hover': { backgroundColor: colors.backgroundBaseInteractiveHover },
      '& th button': {
        display: 'flex',
        alignItems: 'center',
        gap: size.xs,
        minBlockSize: size.xl,
        paddingInline: size.s,
        color: colors.textHeading,
        fontSize: small.fontSize,
        fontWeight: font.weight.semiBold,
        whiteSpace: 'nowrap',
        '&:hover, &:focus-visible': { color: colors.textPrimary, textDecoration: 'underline' },
        '&:focus-visible': {
          outline: `${focus.width} solid ${focus.color}`,
          outlineOffset: `-${focus.width}`,
        },
      },
      [isNarrow]: {
        overflow: 'visible',
        backgroundColor: 'transparent',
        border: 'none',
        '& table, & tbody': { display: 'block' },
        // Sorting stays in reach above the cards.
        '& thead tr': { display: 'flex', flexWrap: 'wrap', columnGap: size.s },
        '& th': { borderBlockEnd: 'none' },
        '& tbody tr': {
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: size.base,
          rowGap: size.xs,
          marginBlockStart: size.s,
          padding: size.m,
          backgroundColor: colors.backgroundBasePlain,
          border: border.thin,
          borderRadius: border.radius.medium,
        },
        '& td': { display: 'block', padding: 0, borderBlockEnd: 'none' },
        '& td:not(:first-child)': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      },
    });
  }, [euiTheme, isNarrow, text, small]);
}

/** A line along the table's upper edge while another page is on its way. */
export function useProgressClass(): string {
  const { euiTheme } = useEuiTheme();
  return useMemo(
    () =>
      css({
        position: 'absolute',
        insetBlockStart: 0,
        insetInline: 0,
        blockSize: euiTheme.border.width.thick,
        overflow: 'hidden',
        '&::before': {
          content: '""',
          display: 'block',
          inlineSize: '25%',
          blockSize: '100%',
          backgroundColor: euiTheme.colors.primary,
          animation: `${moveAlong} 1.2s linear infinite`,
        },
        '@media (prefers-reduced-motion: reduce)': {
          '&::before': { inlineSize: '100%', animation: 'none' },
        },
      }),
    [euiTheme]
  );
}
