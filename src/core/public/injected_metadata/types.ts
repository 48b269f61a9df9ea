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
  /** On pages without a user: why nobody can log in. */
  getOutage(): string | undefined;
  getLegacyMetadata(): InjectedMetadata['legacyMetadata'];
  /** What the page came with, so that nobody has to ask. */
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
