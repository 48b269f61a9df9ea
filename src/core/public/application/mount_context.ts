import type { ContextContainer } from '../context/types';
import type { App, AppMount, AppMountDeprecated } from './types';
import { browserLog } from '../utils/browser_log';

/**
 * Supports the deprecated `mount(context, params)`, recognized by its two declared parameters. It
 * receives the contexts that its plugin depends on. Source: docs/reference/core.md#registering-apps
 * and #mount-contexts.
 */
export function withMountContext(app: App, container: ContextContainer, owner: symbol): App {
  if (app.mount.length !== 2) return app;
  const mount = container.createHandler(owner, app.mount as unknown as AppMountDeprecated);
  const mountWithContext: AppMount = async (params) => {
    browserLog.warn(
      `App [${app.id}] is using deprecated mount context. Use core.getStartServices() instead.`
    );
    return mount(params);
  };
  return { ...app, mount: mountWithContext };
}
