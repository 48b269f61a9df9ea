/** The page of the plugin in the Security app, which loads by dynamic import. */
import { type CoreSetup, t } from '@sd/core/public';
import type { FindingsPluginSetup } from '@sd/plugins/findings/public';
import type { SecurityPluginSetup } from '@sd/plugins/security/public';
import { ALARMS_PATH, FINDINGS_PATH } from '../common';
import { alarmsTitle } from './texts';

export interface SetupDeps {
  /** Required in the manifest. */
  readonly security: SecurityPluginSetup;
  /** Optional: its page links to this one. */
  readonly findings?: FindingsPluginSetup;
}

export function register(core: CoreSetup, { security, findings }: SetupDeps): void {
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
}
