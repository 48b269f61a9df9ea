/**
 * The colours that follow from the configured ones, so that every text stays legible (WCAG 2.2,
 * 1.4.3).
 */
import type { BrandColors, BrandHeader } from '../../common';
import { legibleColor, mixColors, textOn, TEXT_ON_PRIMARY, type BrandingConfig } from '../config';

interface Scheme {
  /** Backgrounds of panels and of the page in the design system's theme. */
  readonly panel: string;
  readonly page: string;
  /** Whither a colour goes to stand out more. */
  readonly extreme: string;
  readonly textOnPrimary: string;
  /** Shares of the primary colour. */
  readonly tint: number;
  readonly strongTint: number;
  readonly border: number;
}

const LIGHT: Scheme = {
  panel: '#ffffff',
  page: '#ecf1f9',
  extreme: '#000000',
  textOnPrimary: TEXT_ON_PRIMARY.light,
  tint: 0.06,
  strongTint: 0.15,
  border: 0.27,
};
const DARK: Scheme = {
  panel: '#172336',
  page: '#07101f',
  extreme: '#ffffff',
  textOnPrimary: TEXT_ON_PRIMARY.dark,
  tint: 0.12,
  strongTint: 0.22,
  border: 0.36,
};
/** A button under the pointer is tinted once more. */
const HOVER_SHARE = 0.16;

type Configured = BrandingConfig['colors'];

/** @returns undefined when no primary colour is configured */
export function brandColors({
  light,
  dark,
}: Configured): { readonly light: BrandColors; readonly dark: BrandColors } | undefined {
  const primary = light.primary ?? dark.primary;
  if (primary === undefined) return undefined;
  return {
    light: relatives(light.primary ?? legible(primary, LIGHT), LIGHT),
    dark: relatives(dark.primary ?? legible(primary, DARK), DARK),
  };
}

/**
 * @returns undefined when no colour of the header is configured; one for one scheme holds for both
 */
export function brandHeader({
  light,
  dark,
}: Configured): { readonly light: BrandHeader; readonly dark: BrandHeader } | undefined {
  const background = light.header ?? dark.header;
  if (background === undefined) return undefined;
  const header = (color: string): BrandHeader => ({ background: color, text: textOn(color) });
  return { light: header(light.header ?? background), dark: header(dark.header ?? background) };
}

/** The same colour as it can be used in the other scheme. */
const legible = (primary: string, { extreme, textOnPrimary }: Scheme): string =>
  legibleColor(primary, extreme, [textOnPrimary]);

function relatives(primary: string, scheme: Scheme): BrandColors {
  const { panel, page, extreme } = scheme;
  const tint = mixColors(panel, primary, scheme.tint);
  const strongTint = mixColors(panel, primary, scheme.strongTint);
  return {
    primary,
    tint,
    strongTint,
    text: legibleColor(primary, extreme, [
      panel,
      page,
      tint,
      mixColors(strongTint, primary, HOVER_SHARE),
    ]),
    border: mixColors(panel, primary, scheme.border),
    hover: mixColors(primary, extreme, 0.12),
    active: mixColors(primary, extreme, 0.24),
  };
}
