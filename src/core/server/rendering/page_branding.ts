/** Branding of a page, and the image sources that its content security policy must allow. */
import type { BrandColors, BrandHeader, Branding, BrandLinks } from '../../common';
import { type BrandingConfig, legibleColor, mixColors, TEXT_ON_PRIMARY, textOn } from '../config';

/**
 * Derives further colors from the configured ones, so that all texts are legible (WCAG 2.2, 1.4.3).
 */
interface Scheme {
  /** Backgrounds of panels and of the page in the design system's theme. */
  readonly panel: string;
  readonly page: string;
  /** The color to mix in for more contrast. */
  readonly extreme: string;
  readonly textOnPrimary: string;
  /** Shares of the primary color in the derived colors. */
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
/** Hovered buttons get an additional tint of this share. */
const HOVER_SHARE = 0.16;

type Configured = BrandingConfig['colors'];

/** @returns undefined if no primary color is configured */
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
 * @returns undefined if no header color is configured; a color for only one scheme applies to both
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

/** The same color, adjusted to be legible in the other scheme. */
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

const FAVICON = '/ui/favicon.svg';

export class PageBranding {
  /** Identical for all pages. */
  private readonly colors: Pick<Branding, 'colors' | 'header'>;
  /** URLs on other servers from which pages may load images. */
  readonly imageSources: readonly string[];

  constructor(private readonly config: BrandingConfig) {
    const [colors, header] = [brandColors(config.colors), brandHeader(config.colors)];
    this.colors = { ...(colors && { colors }), ...(header && { header }) };
    this.imageSources = getImageSources(config);
  }

  metadata(basePath: string): Branding {
    const { productName, pageTitle = productName, logoUrl, smallLogoUrl } = this.config;
    const { logoUrlDark = logoUrl, smallLogoUrlDark = smallLogoUrl, links } = this.config;
    return {
      productName,
      pageTitle,
      ...below(basePath, { logoUrl, logoUrlDark, smallLogoUrl, smallLogoUrlDark }),
      ...this.colors,
      ...(Object.keys(links).length > 0 && { links: linksBelow(basePath, links) }),
    };
  }

  faviconUrl(basePath: string): string {
    return withBasePath(basePath, this.config.faviconUrl ?? FAVICON);
  }
}

/** Paths on this server are configured without the base path. */
const withBasePath = (basePath: string, address: string): string =>
  address.startsWith('/') ? basePath + address : address;

function below<K extends string>(
  basePath: string,
  addresses: Readonly<Record<K, string | undefined>>
): Partial<Record<K, string>> {
  const entries = Object.entries<string | undefined>(addresses).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  );
  return Object.fromEntries(
    entries.map(([name, address]) => [name, withBasePath(basePath, address)])
  ) as Partial<Record<K, string>>;
}

function linksBelow(basePath: string, links: BrandingConfig['links']): BrandLinks {
  const { website, ...others } = links;
  return {
    ...below(basePath, others as Record<string, string | undefined>),
    ...(website !== undefined && { website: website.replace(/\/*$/, '/') }),
  };
}

/**
 * Allows each image separately instead of its whole server. Policies are matched without the query.
 */
function getImageSources(config: BrandingConfig): readonly string[] {
  const { logoUrl, logoUrlDark, smallLogoUrl, smallLogoUrlDark, faviconUrl } = config;
  const addresses = [logoUrl, logoUrlDark, smallLogoUrl, smallLogoUrlDark, faviconUrl]
    .filter((address) => address?.startsWith('https:'))
    .map((address) => new URL(address as string));
  return [...new Set(addresses.map(({ origin, pathname }) => origin + pathname))];
}
