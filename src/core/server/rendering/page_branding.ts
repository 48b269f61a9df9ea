/**
 * The configured branding as a page carries it, and what its images need of the content security
 * policy.
 */
import type { Branding, BrandLinks } from '../../common';
import type { BrandingConfig } from '../config';
import { brandColors, brandHeader } from './brand_colors';

const FAVICON = '/ui/favicon.svg';

export class PageBranding {
  /** The same for every page. */
  private readonly colors: Pick<Branding, 'colors' | 'header'>;
  /** Addresses on other servers whose images pages may load. */
  readonly imageSources: readonly string[];

  constructor(private readonly config: BrandingConfig) {
    const [colors, header] = [brandColors(config.colors), brandHeader(config.colors)];
    this.colors = { ...(colors && { colors }), ...(header && { header }) };
    this.imageSources = imageSourcesOf(config);
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

/** Addresses of this server are configured without the base path. */
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

/** Each single image, not its whole server; a policy compares without the query. */
function imageSourcesOf(config: BrandingConfig): readonly string[] {
  const { logoUrl, logoUrlDark, smallLogoUrl, smallLogoUrlDark, faviconUrl } = config;
  const addresses = [logoUrl, logoUrlDark, smallLogoUrl, smallLogoUrlDark, faviconUrl]
    .filter((address) => address?.startsWith('https:'))
    .map((address) => new URL(address as string));
  return [...new Set(addresses.map(({ origin, pathname }) => origin + pathname))];
}
