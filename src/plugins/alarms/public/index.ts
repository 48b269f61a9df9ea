/** Browser part of alarms: a page of the Security app, which loads by dynamic import. */
import { type PluginInitializer, t } from '@sd/core/public';
import type { FindingsPluginSetup } from '@sd/plugins/findings/public';
import type { SecurityPluginSetup } from '@sd/plugins/security/public';
import { ALARMS_PATH, FINDINGS_PATH } from '../common';
import { alarmsTitle } from './texts';

interface SetupDeps {
  /** Required in the manifest. */
  readonly security: SecurityPluginSetup;
  /** Optional: its page links to this one. */
  readonly findings?: FindingsPluginSetup;
}

export const plugin: PluginInitializer<void, void, SetupDeps> = () => ({
  setup(core, { security, findings }) {
    security.adminPages.register({
      id: 'alarms',
      path: ALARMS_PATH,
      needs: 'full',
      title: alarmsTitle,
      words: () => t('alarms.words', 'alert notification webhook'),
      ...(findings
        ? { linkedFrom: FINDINGS_PATH }
        : { navigation: { group: 'governance', order: 50 } }),
      load: async () => (await import('./alarms_page')).alarmsPage(core, findings !== undefined),
    });
  },
  start() {},
});
