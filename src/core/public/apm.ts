/**
 * Performance monitoring, for installations that put an agent into the page: it is set up from the
 * injected `apmConfig`, and each change of app opens a transaction. The core ships no agent.
 *
 * Source: docs/reference/core.md#bootstrap; specification sections 3 and 7.
 */
import type { Observable } from 'rxjs';
import { browserLog } from './utils/browser_log';

interface ApmAgent {
  init(config: Readonly<Record<string, unknown>>): unknown;
  startTransaction(
    name: string,
    type: string,
    options: { readonly managed: boolean; readonly canReuse: boolean }
  ): unknown;
}

export interface Apm {
  followApps(currentAppId$: Observable<string | undefined>): void;
}

/** Failing must not keep the page from starting. */
export function setUpApm(config: unknown, page: { readonly elasticApm?: ApmAgent }): Apm {
  const agent = page.elasticApm;
  const isActive =
    typeof config === 'object' &&
    config !== null &&
    (config as { active?: unknown }).active !== false;
  if (agent === undefined || !isActive) return { followApps: () => undefined };
  try {
    agent.init(config as Readonly<Record<string, unknown>>);
  } catch (error) {
    browserLog.warn('Performance monitoring could not be set up.', error);
    return { followApps: () => undefined };
  }
  return {
    followApps: (currentAppId$) => {
      currentAppId$.subscribe((appId) => {
        if (appId !== undefined) {
          agent.startTransaction(`/app/${appId}`, 'route-change', {
            managed: true,
            canReuse: true,
          });
        }
      });
    },
  };
}
