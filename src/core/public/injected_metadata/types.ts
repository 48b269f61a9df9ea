import type { InjectedMetadata } from '../../common';

export interface InjectedMetadataSetup {
  getBasePath(): string;
  getServerBasePath(): string;
  getVersion(): string;
  getBuildNumber(): number;
  getBranch(): string;
  getCspConfig(): InjectedMetadata['csp'];
  getCspNonce(): string;
  getPlugins(): InjectedMetadata['uiPlugins'];
  getAnonymousStatusPage(): boolean;
  isAnonymousPage(): boolean;
  /** On pages without a user: why login is unavailable. */
  getOutage(): string | undefined;
  getLegacyMetadata(): InjectedMetadata['legacyMetadata'];
  /** Responses embedded in the page, so that its first requests are not sent. */
  getPagePreload(): InjectedMetadata['pagePreload'];
  /** Dotted path into `vars`. */
  getInjectedVar(name: string, defaultValue?: unknown): unknown;
  getInjectedVars(): Readonly<Record<string, unknown>>;
  getBranding(): InjectedMetadata['branding'];
  getLocale(): string;
  getEnv(): InjectedMetadata['env'];
  getThemeTag(): InjectedMetadata['theme']['tag'];
}
export type InjectedMetadataStart = InjectedMetadataSetup;
