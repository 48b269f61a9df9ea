/** Browser part of alarms: a page of the Security app. */
import type { PluginInitializer } from '@sd/core/public';
import type { SetupDeps } from './register';

export const plugin: PluginInitializer<void, void, SetupDeps> = () => ({
  // In a file that pages with a user load anyway, and the login page does not.
  async setup(core, deps) {
    if (!deps.security.hasApiAccess) return;
    const { register } = await import(/* webpackChunkName: "security-logged_in" */ './register');
    register(core, deps);
  },
  start() {},
});
