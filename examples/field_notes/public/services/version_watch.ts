/**
 * Watches the responses of the plugin's own API and warns once if the server version no longer
 * matches the scripts of this page: after an update, an old page can stay open for days.
 */
import type { HttpInterceptor } from '@sd/core/public';
import { API, VERSION_HEADER } from '../../common';

const OWN_PATHS: readonly string[] = Object.values(API);

export function createVersionWatch(onOtherVersion: () => void): HttpInterceptor {
  let expected: string | undefined;
  let hasNotified = false;
  return {
    response({ fetchOptions, response }) {
      if (!OWN_PATHS.includes(fetchOptions.path)) return;
      const version = response?.headers.get(VERSION_HEADER) ?? undefined;
      expected ??= version;
      if (hasNotified || version === undefined || version === expected) return;
      hasNotified = true;
      onOtherVersion();
    },
  };
}
