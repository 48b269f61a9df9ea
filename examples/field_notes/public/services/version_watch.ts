/**
 * Sees the answers of our own API only, and says once when the server has become another version
 * than the scripts in this page: after an update people may have the old page open for days.
 */
import type { HttpInterceptor } from '@sd/core/public';
import { API, VERSION_HEADER } from '../../common';

const OWN_PATHS: readonly string[] = Object.values(API);

export function createVersionWatch(onOtherVersion: () => void): HttpInterceptor {
  let expected: string | undefined;
  let isTold = false;
  return {
    response({ fetchOptions, response }) {
      if (!OWN_PATHS.includes(fetchOptions.path)) return;
      const version = response?.headers.get(VERSION_HEADER) ?? undefined;
      expected ??= version;
      if (isTold || version === undefined || version === expected) return;
      isTold = true;
      onOtherVersion();
    },
  };
}
