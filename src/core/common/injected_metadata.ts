import type { Capabilities, UserProvidedSetting } from '../../contracts/api/server';
import type { PublicUiSettingsParams } from './ui_settings';

/**
 * JSON that the server embeds in the page for the browser (specification section 3,
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
  /**
   * Whether the status page is open to everyone: by configuration, or because login is unavailable.
   */
  readonly anonymousStatusPage: boolean;
  /** On pages without a user: why login is unavailable, in the page's language. */
  readonly outage?: string;
  /**
   * Whether the server rendered this page without a user, so that plugins with an early setup need
   * not wait for the session.
   */
  readonly isAnonymousPage: boolean;
  /**
   * Responses to the page's first requests, as of rendering. Absent on pages without a user.
   * Entries that were not ready in time are missing, and the page requests them.
   */
  readonly pagePreload?: {
    /** Covers the apps that the server knows. */
    readonly capabilities?: Capabilities;
    /** Response bodies by path and query of `GET` routes, without base path. */
    readonly responses: Readonly<Record<string, unknown>>;
  };
  readonly i18n: { readonly locale: string; readonly translationsUrl: string };
  readonly csp: { readonly warnLegacyBrowsers: boolean };
  /** Nonce for `<style>` elements created by scripts; the CSP header has the same value. */
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
    /** The part of the plugin's server configuration that is exposed to the browser. */
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
 * Names, images, colors and URLs of this installation, with base paths and derived values filled
 * in.
 */
export interface Branding {
  readonly productName: string;
  readonly pageTitle: string;
  readonly logoUrl?: string;
  /** For dark pages. Set whenever `logoUrl` is set. */
  readonly logoUrlDark?: string;
  /** For narrow windows. */
  readonly smallLogoUrl?: string;
  readonly smallLogoUrlDark?: string;
  readonly colors?: { readonly light: BrandColors; readonly dark: BrandColors };
  readonly header?: { readonly light: BrandHeader; readonly dark: BrandHeader };
  readonly links?: BrandLinks;
}

/**
 * The primary color and colors derived from it, each `#rrggbb` and legible where the design system
 * uses it.
 */
export interface BrandColors {
  readonly primary: string;
  /** For links and button labels on any page background. */
  readonly text: string;
  /** Background colors, from light to strong. */
  readonly tint: string;
  readonly strongTint: string;
  readonly border: string;
  /** A filled button on hover, and while pressed. */
  readonly hover: string;
  readonly active: string;
}

/** The upper bar of the header. */
export interface BrandHeader {
  readonly background: string;
  readonly text: string;
}

/** An empty link is left out of the help menu; an absent one keeps the product's default URL. */
export interface BrandLinks {
  /** Base URL of the documentation pages; ends with a slash. */
  readonly website?: string;
  readonly documentation?: string;
  readonly community?: string;
  readonly feedback?: string;
  readonly issues?: string;
  /** Where users ask administrators for access; absent without a link. */
  readonly administrators?: string;
}
