/** Browser part of connected clusters. */
import type { PluginInitializer } from '@sd/core/public';
import type { SecurityPluginSetup } from '@sd/plugins/security/public';

/** Required in the manifest. */
interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

export const plugin: PluginInitializer<void, void, SetupDeps> = () => ({
  // In a file that pages with a user load anyway, and the login page does not.
  async setup(_core, { security }) {
    if (!security.hasApiAccess) return;
    const { register } = await import(/* webpackChunkName: "security-logged_in" */ './register');
    register(security);
  },
  start() {},
});
