/** The pages of the plugin in the Security app, and its button beside Save. */
import { CHANGE_REQUEST_LIMITS, MUST_CHANGE_PASSWORD } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { AdminParts, SecurityPluginSetup } from '@sd/plugins/security/public';
import { DRIFT_PATH, REQUEST_PATH, REQUESTS_PATH } from '../common';
import { checksDrift } from './drift/checks_drift';
import { driftTitle, requestsTitle } from './texts';

export function register({ adminPages, adminParts, saveActions }: SecurityPluginSetup): void {
  /** Loads a screen together with the parts of the Security app that it uses. */
  const screen =
    <S>(load: () => Promise<(parts: AdminParts) => S>) =>
    async (): Promise<S> => {
      const [create, parts] = await Promise.all([load(), adminParts()]);
      return create(parts);
    };
  adminPages.register({
    id: 'requests.list',
    path: REQUESTS_PATH,
    title: requestsTitle,
    words: () => t('requests.changeRequests.words', 'approve approval four eyes review'),
    navigation: { group: 'governance', order: 30 },
    isAvailable: ({ isHome }) => isHome,
    help: {
      title: requestsTitle,
      documentation: 'usersAndRoles',
      guide: 'guide/findings#change-requests',
      load: async () => (await import('./help')).RequestsHelp,
    },
    load: screen(async () => (await import('./change_requests/requests_page')).requestsPage),
  });
  adminPages.register({
    id: 'requests.request',
    path: REQUEST_PATH,
    shows: 'change_request',
    load: screen(async () => (await import('./change_requests/request_page')).requestPage),
  });
  adminPages.register({
    id: 'requests.drift',
    path: DRIFT_PATH,
    title: driftTitle,
    words: () => t('requests.drift.words', 'folder git difference'),
    navigation: { group: 'governance', order: 40 },
    isAvailable: (conditions) => conditions.isHome && checksDrift(conditions),
    help: {
      title: driftTitle,
      documentation: 'usersAndRoles',
      guide: 'guide/findings#drift',
      load: async () => (await import('./help')).DriftHelp,
    },
    load: screen(async () => (await import('./drift/drift_page')).driftPage),
  });
  saveActions.register({
    id: 'requests.approval',
    label: () => t('requests.changeRequests.request', 'Request approval…'),
    iconType: 'users',
    maxChanges: CHANGE_REQUEST_LIMITS.changes,
    objectTo: (changes) =>
      changes.some(({ entry }) => entry && ('password' in entry || MUST_CHANGE_PASSWORD in entry))
        ? t(
            'requests.changeRequests.noPassword',
            "A change request can't contain a password. Save the password first, then request approval for the rest."
          )
        : undefined,
    load: screen(async () => (await import('./change_requests/request_dialog')).requestDialog),
  });
}
