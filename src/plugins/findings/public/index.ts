/** Browser part of findings, guardrails and usage. */
import type { PluginInitializer } from '@sd/core/public';
import type { SecurityPluginSetup } from '@sd/plugins/security/public';

/** Required in the manifest. */
interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

/** Contract for other plugins: that the page of findings may be there. */
export type FindingsPluginSetup = Record<string, never>;

export const plugin: PluginInitializer<FindingsPluginSetup, void, SetupDeps> = () => ({
  // In a file that pages with a user load anyway, and the login page does not.
  async setup(_core, { security }) {
    if (!security.hasApiAccess) return {};
    const { register } = await import(/* webpackChunkName: "security-logged_in" */ './register');
    register(security);
    return {};
  },
  start() {},
});
