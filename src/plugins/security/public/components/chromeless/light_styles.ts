/**
 * Styles of pages outside the shell, from the design system's theme. EUI's form controls would
 * double the download of the login page; these match them and follow theme and color mode.
 */
import { useEuiTheme } from '@elastic/eui';
import { css } from '@emotion/css';
import { useMemo } from 'react';

export interface LightStyles {
  readonly panel: string;
  readonly title: string;
  readonly subdued: string;
  readonly danger: string;
  readonly notice: string;
  readonly rule: string;
  readonly label: string;
  readonly field: string;
  readonly invalidField: string;
  readonly toggle: string;
  readonly button: string;
}

export function useLightStyles(): LightStyles {
  const { euiTheme } = useEuiTheme();
  return useMemo(() => {
    const { colors, size, border, font } = euiTheme;
    const family = { fontFamily: font.family };
    const focus = { outline: `2px solid ${colors.primary}`, outlineOffset: -1 };
    const field = {
      ...family,
      display: 'flex',
      alignItems: 'center',
      blockSize: size.xxl,
      background: colors.backgroundBasePlain,
      border: `1px solid ${colors.borderBaseProminent}`,
      borderRadius: border.radius.medium,
      '&:focus-within': focus,
      '& input': {
        ...family,
        flex: 1,
        minInlineSize: 0,
        blockSize: '100%',
        paddingInline: size.m,
        border: 0,
        outline: 0,
        background: 'transparent',
        color: colors.textParagraph,
        fontSize: 14,
      },
      // The frame shows the focus; the global style would draw a second ring inside.
      '& input:focus, & input:focus-visible': { outline: 'none' },
    };
    return {
      panel: css({
        ...family,
        padding: size.l,
        background: colors.backgroundBasePlain,
        color: colors.textParagraph,
        border: `1px solid ${colors.borderBasePlain}`,
        borderRadius: 8,
        fontSize: 14,
        lineHeight: 1.43,
      }),
      title: css({
        margin: `${size.m} 0 ${size.s}`,
        color: colors.textHeading,
        fontSize: 22,
        fontWeight: font.weight.bold,
        lineHeight: 1.3,
        textAlign: 'center',
        overflowWrap: 'anywhere',
      }),
      subdued: css({ margin: `0 0 ${size.l}`, color: colors.textSubdued, textAlign: 'center' }),
      danger: css({
        color: colors.textDanger,
        fontWeight: font.weight.medium,
        textAlign: 'center',
      }),
      notice: css({
        margin: `0 0 ${size.base}`,
        padding: size.s,
        background: colors.backgroundBaseSubdued,
        borderRadius: border.radius.medium,
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-line',
      }),
      rule: css({
        marginBlock: size.l,
        border: 0,
        borderBlockStart: `1px solid ${colors.borderBasePlain}`,
      }),
      label: css({
        display: 'block',
        marginBlockEnd: size.xs,
        fontSize: 12,
        color: colors.textHeading,
      }),
      field: css(field),
      invalidField: css({
        ...field,
        borderColor: colors.danger,
        boxShadow: `inset 0 -2px 0 ${colors.danger}`,
      }),
      toggle: css({
        display: 'flex',
        padding: size.s,
        marginInlineEnd: size.xs,
        border: 0,
        borderRadius: border.radius.medium,
        background: 'transparent',
        color: colors.textParagraph,
        cursor: 'pointer',
        '&:focus-visible': focus,
      }),
      button: css({
        ...family,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        inlineSize: '100%',
        minBlockSize: size.xxl,
        paddingInline: size.m,
        border: 0,
        borderRadius: border.radius.medium,
        background: colors.backgroundFilledPrimary,
        color: colors.textInverse,
        fontSize: 14,
        fontWeight: font.weight.medium,
        textDecoration: 'none',
        cursor: 'pointer',
        '&:hover': { textDecoration: 'underline' },
        '&:focus-visible': { outline: `2px solid ${colors.primary}`, outlineOffset: 2 },
        '&:disabled': {
          background: colors.backgroundBaseDisabled,
          color: colors.textDisabled,
          cursor: 'not-allowed',
          textDecoration: 'none',
        },
      }),
    };
  }, [euiTheme]);
}
