/** The look of the native controls around the table, in the design system's colours. */
import { useEuiFontSize, useEuiTheme } from '@elastic/eui';
import { css } from '@emotion/css';
import { useMemo } from 'react';

/** Class of an input or a select. */
export function useControlClass(): string {
  const { euiTheme, colorMode } = useEuiTheme();
  const { fontSize } = useEuiFontSize('s');
  return useMemo(() => {
    const { border, colors, components, font, size } = euiTheme;
    return css({
      minBlockSize: size.xl,
      paddingInline: size.s,
      // The list of a select and the colours of a filled input are the browser's.
      colorScheme: colorMode === 'DARK' ? 'dark' : 'light',
      color: colors.textParagraph,
      backgroundColor: components.forms.background,
      border: `${border.width.thin} solid ${components.forms.border}`,
      borderRadius: border.radius.small,
      fontFamily: font.family,
      fontSize,
      '&:hover': { borderColor: components.forms.borderHovered },
      '&:focus-visible': {
        borderColor: components.forms.borderFocused,
        outline: `${border.width.thin} solid ${components.forms.borderFocused}`,
        outlineOffset: 0,
      },
      '&::placeholder': { color: colors.textSubdued, opacity: 1 },
    });
  }, [euiTheme, colorMode, fontSize]);
}

/** Class of what stands below the table. */
export function useFooterClass(): string {
  const { euiTheme } = useEuiTheme();
  const { fontSize } = useEuiFontSize('s');
  return useMemo(() => {
    const { colors, size } = euiTheme;
    return css({
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: size.base,
      rowGap: size.s,
      paddingBlockStart: size.m,
      paddingInline: size.s,
      color: colors.textParagraph,
      fontSize,
      '& select': { marginInlineStart: size.s },
      '& [role="status"]': { marginInlineStart: 'auto' },
      // Alone it says why there is no table: in the middle.
      '& [role="status"]:only-child': { marginInline: 'auto', textAlign: 'center' },
    });
  }, [euiTheme, fontSize]);
}

/** Class of the box around the search's icon, input and button. */
export function useSearchClass(): string {
  const { euiTheme } = useEuiTheme();
  return useMemo(() => {
    const { colors, focus, font, size } = euiTheme;
    return css({
      '& label': {
        display: 'block',
        marginBlockEnd: size.xs,
        color: colors.textHeading,
        fontWeight: font.weight.semiBold,
      },
      '& > div': { position: 'relative' },
      '& input': {
        inlineSize: '100%',
        minBlockSize: size.xxl,
        paddingInline: size.xxl,
        // Ours is the same in every browser and has a name.
        '&::-webkit-search-cancel-button': { display: 'none' },
      },
      '& div > span, & button': {
        position: 'absolute',
        insetBlock: 0,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        inlineSize: size.xxl,
      },
      '& div > span': { insetInlineStart: 0, pointerEvents: 'none' },
      '& button': {
        insetInlineEnd: 0,
        '&:focus-visible': {
          outline: `${focus.width} solid ${focus.color}`,
          outlineOffset: `-${focus.width}`,
        },
      },
    });
  }, [euiTheme]);
}
