import type { Capabilities, UserProvidedSetting } from '../../contracts/api/server';
import type { PublicUiSettingsParams } from './ui_settings';

/**
 * JSON the server puts into the page for the browser (specification section 3,
 * docs/reference/core.md#page-metadata).
 */
export interface InjectedMetadata {
  readonly version: string;
  readonly buildNumber: number;
  readonly branch: string;
  /** Base path of this request; equals `serverBasePath` unless a plugin scopes requests. */
  readonly basePath: string;
  readonly serverBasePath: string;
  readonly env: {
    readonly mode: {
      readonly name: 'development' | 'production';
      readonly dev: boolean;
      readonly prod: boolean;
    };
    readonly packageInfo: {
      readonly version: string;
      readonly branch: string;
      readonly buildNum: number;
      readonly buildSha: string;
      readonly dist: boolean;
    };
  };
  /** The status page is open to everyone: by configuration, or while nobody can log in. */
  readonly anonymousStatusPage: boolean;
  /** On pages without a user: why nobody can log in, in the page's language. */
  readonly outage?: string;
  /**
   * The server drew this page for anybody: plugins set up early need not wait for its owner to say
   * so.
   */
  readonly isAnonymousPage: boolean;
  /**
   * What the page would ask for first, as of the moment it was made; not on pages for anybody. What
   * is absent could not be had in time, and is asked for.
   */
  readonly pagePreload?: {
    /** Of the apps that the server knows of. */
    readonly capabilities?: Capabilities;
    /** Path and query of `GET` routes, without base path, to what they answer. */
    readonly responses: Readonly<Record<string, unknown>>;
  };
  readonly i18n: { readonly locale: string; readonly translationsUrl: string };
  readonly csp: { readonly warnLegacyBrowsers: boolean };
  /** For `<style>` elements made by scripts; the same value stands in the CSP header. */
  readonly cspNonce: string;
  readonly vars: Readonly<Record<string, unknown>>;
  /** In dependency order. */
  readonly uiPlugins: ReadonlyArray<{
    readonly id: string;
    readonly plugin: {
      readonly id: string;
      readonly configPath: string;
      readonly requiredPlugins: readonly string[];
      readonly optionalPlugins: readonly string[];
    };
    /** Script URLs in load order, base path included. */
    readonly scripts: readonly string[];
    /** What the plugin's server part exposes of its configuration. */
    readonly config?: Readonly<Record<string, unknown>>;
  }>;
  readonly legacyMetadata: {
    readonly uiSettings: {
      readonly defaults: Readonly<Record<string, PublicUiSettingsParams>>;
      readonly user: Readonly<Record<string, UserProvidedSetting>>;
    };
  };
  readonly branding: Branding;
  readonly theme: { readonly tag: 'v7light' | 'v7dark' | 'v8light' | 'v8dark' };
  readonly publicPath: string;
}

/**
 * Names, images, colours and addresses of this installation; base paths and what follows from each
 * other included.
 */
export interface Branding {
  readonly productName: string;
  readonly pageTitle: string;
  readonly logoUrl?: string;
  /** On a dark page; there whenever `logoUrl` is. */
  readonly logoUrlDark?: string;
  /** For narrow windows. */
  readonly smallLogoUrl?: string;
  readonly smallLogoUrlDark?: string;
  readonly colors?: { readonly light: BrandColors; readonly dark: BrandColors };
  readonly header?: { readonly light: BrandHeader; readonly dark: BrandHeader };
  readonly links?: BrandLinks;
}

/**
 * The primary colour and its relatives, each `#rrggbb` and legible where the design system puts it.
 */
export interface BrandColors {
  readonly primary: string;
  /** Links, and text of buttons, on any background of the page. */
  readonly text: string;
  /** Backgrounds, from light to strong. */
  readonly tint: string;
  readonly strongTint: string;
  readonly border: string;
  /** A filled button under the pointer, and pressed. */
  readonly hover: string;
  readonly active: string;
}

/** The upper bar of the header. */
export interface BrandHeader {
  readonly background: string;
  readonly text: string;
}

/**
 * An empty one is left out of the help menu; one that is absent keeps the product's own address.
 */
export interface BrandLinks {
  /** Below it lie the pages of the documentation; ends with a slash. */
  readonly website?: string;
  readonly documentation?: string;
  readonly community?: string;
  readonly feedback?: string;
  readonly issues?: string;
}
