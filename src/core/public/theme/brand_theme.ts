/** The brand's colours as modifications of the design system's theme. */
import type { EuiThemeModifications } from '@elastic/eui';
import type { BrandColors, Branding } from '../../common';

/** As two more digits of a colour. */
const ALPHA = { light: '0a', hover: '1f', active: '29' } as const;

/** @returns undefined when the brand has no colours of its own */
export function brandTheme({ colors }: Branding): EuiThemeModifications | undefined {
  if (!colors) return undefined;
  const { light, dark } = colors;
  return {
    colors: {
      LIGHT: {
        ...colorTokens(light),
        backgroundBaseInteractiveHover: light.primary + ALPHA.light,
        backgroundBaseInteractiveSelect: light.tint,
      },
      DARK: { ...colorTokens(dark), backgroundBaseInteractiveSelect: dark.strongTint },
    },
    components: { buttons: { LIGHT: buttonTokens(light), DARK: buttonTokens(dark) } },
  };
}

const colorTokens = ({ primary, text, tint, strongTint, border }: BrandColors) => ({
  primary,
  primaryText: text,
  textPrimary: text,
  link: text,
  backgroundBasePrimary: tint,
  backgroundTransparentPrimary: tint,
  backgroundLightPrimary: strongTint,
  backgroundFilledPrimary: primary,
  backgroundBaseInteractiveSelectHover: strongTint,
  borderBasePrimary: border,
  borderStrongPrimary: primary,
  highlight: strongTint,
});

const buttonTokens = ({ primary, hover, active }: BrandColors) => ({
  backgroundPrimaryHover: primary + ALPHA.hover,
  backgroundPrimaryActive: primary + ALPHA.active,
  backgroundEmptyPrimaryHover: primary + ALPHA.hover,
  backgroundEmptyPrimaryActive: primary + ALPHA.active,
  backgroundFilledPrimaryHover: hover,
  backgroundFilledPrimaryActive: active,
});
