/**
 * Configuration of the plugin: its schema, what of it cannot be done, and what browsers see of it.
 */
import type { PluginConfigDescriptor } from '@sd/core/server';
import {
  authTypeProblems,
  buttonProblems,
  CONFIG_PATH,
  openIdProblems,
  proxyProblems,
} from './config_problems';
import { configSchema, type SecurityConfig } from './config_schema';

export { configSchema, type SecurityConfig } from './config_schema';

/** One sentence per problem; the first one stops the start. */
export function validateConfig(config: SecurityConfig): readonly string[] {
  return [
    ...authTypeProblems(config),
    ...unavailableProblems(config),
    ...openIdProblems(config),
    ...proxyProblems(config),
    ...buttonProblems(config),
    ...logoutProblems(config.auth.logout_url),
    ...(config.cookie.isSameSite === 'None' && config.cookie.secure === false
      ? [
          `${CONFIG_PATH}.cookie.isSameSite "None" needs ${CONFIG_PATH}.cookie.secure: browsers drop the cookie otherwise.`,
        ]
      : []),
  ];
}

/** Browsers run `javascript:` addresses, and read more into odd ones than people do. */
function logoutProblems(url: string): readonly string[] {
  const isPlain = !/[\s\\\p{Cc}]/u.test(url);
  const parsed = isPlain && URL.canParse(url, 'http://host') && new URL(url, 'http://host');
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return [];
  return [
    `${CONFIG_PATH}.auth.logout_url: "${url}" is neither an http or https address nor a path on this server.`,
  ];
}

/** Keys that would silently do nothing: somebody who sets them relies on them. */
function unavailableProblems(config: SecurityConfig): readonly string[] {
  const wanted: ReadonlyArray<readonly [string, boolean]> = [
    ['allow_client_certificates', config.allow_client_certificates],
    ['multitenancy.enable_aggregation_view', config.multitenancy.enable_aggregation_view],
    ['resource_sharing.enabled', config.resource_sharing.enabled],
    ['api_keys.enabled', config.api_keys.enabled],
  ];
  return wanted
    .filter(([, isOn]) => isOn)
    .map(
      ([key]) =>
        `${CONFIG_PATH}.${key}: this feature is not available yet; remove the key or set it to false.`
    );
}

export const config: PluginConfigDescriptor<typeof configSchema> = {
  schema: configSchema,
  validate: validateConfig,
  exposeToBrowser: {
    enabled: true,
    // Anonymous visitors read this: which names and routes are special is none of their business.
    auth: ['type', 'anonymous_auth_enabled', 'logout_url', 'passkey_login'],
    // Former names of keys under `ui`.
    basicauth: ['login'],
    ui: true,
    multitenancy: true,
    readonly_mode: true,
    clusterPermissions: true,
    indexPermissions: true,
    disabledTransportCategories: true,
    disabledRestCategories: true,
    api_keys: true,
  },
  hiddenFromStrangers: ['readonly_mode'],
};
