/** Read-only access to the metadata that the server embedded in the page. */
import type { InjectedMetadata } from '../../common';
import { deepFreeze } from '../utils/deep_freeze';
import type { InjectedMetadataSetup, InjectedMetadataStart } from './types';

export class InjectedMetadataService {
  private readonly metadata: InjectedMetadata;

  constructor(metadata: InjectedMetadata) {
    this.metadata = deepFreeze(metadata);
  }

  setup(): InjectedMetadataSetup {
    const { metadata } = this;
    return {
      getBasePath: () => metadata.basePath,
      getServerBasePath: () => metadata.serverBasePath,
      getVersion: () => metadata.version,
      getBuildNumber: () => metadata.buildNumber,
      getBranch: () => metadata.branch,
      getCspConfig: () => metadata.csp,
      getCspNonce: () => metadata.cspNonce,
      getPlugins: () => metadata.uiPlugins,
      getAnonymousStatusPage: () => metadata.anonymousStatusPage,
      isAnonymousPage: () => metadata.isAnonymousPage,
      getOutage: () => metadata.outage,
      getLegacyMetadata: () => metadata.legacyMetadata,
      getPagePreload: () => metadata.pagePreload,
      getInjectedVar: (name, defaultValue) => getByPath(metadata.vars, name) ?? defaultValue,
      getInjectedVars: () => metadata.vars,
      getBranding: () => metadata.branding,
      getLocale: () => metadata.i18n.locale,
      getEnv: () => metadata.env,
      getThemeTag: () => metadata.theme.tag,
    };
  }

  start(): InjectedMetadataStart {
    return this.setup();
  }
}

/** Reads own properties only, so that a path such as `constructor` yields nothing. */
function getByPath(source: unknown, path: string): unknown {
  let value = source;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
