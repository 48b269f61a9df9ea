/** Browser part of alarms: a page of the Security app, which loads by dynamic import. */
import { type PluginInitializer, t } from '@sd/core/public';
import type { SecurityPluginSetup } from '@sd/plugins/security/public';
import { ALARMS_PATH } from '../common';
import { alarmsTitle } from './texts';

/** Required in the manifest. */
interface SetupDeps {
  readonly security: SecurityPluginSetup;
}

export const plugin: PluginInitializer<void, void, SetupDeps> = () => ({
  setup(core, { security }) {
    security.adminPages.register({
      id: 'alarms',
      path: ALARMS_PATH,
      needs: 'full',
      title: alarmsTitle,
      words: () => t('alarms.words', 'alert notification webhook'),
      linkedFrom: 'findings',
      load: async () => (await import('./alarms_page')).alarmsPage(core),
    });
  },
  start() {},
});
