/** Pages reachable with `g` and another key. */
import { t } from '@sd/core/public';
import { deviceStorage } from './device_storage';
import { ADMIN_APP_ID } from './paths';

/** Whether shortcuts without Ctrl or Cmd are enabled (WCAG 2.1.4); stored on the device. */
export const areSingleKeysOn = (): boolean =>
  deviceStorage.get<boolean>('shortcuts', 'single') !== false;

export const setSingleKeys = (on: boolean): void => deviceStorage.set('shortcuts', 'single', on);

interface GoKey {
  /** Key after `g`. */
  readonly key: string;
  readonly appId: string;
  /** Path within the app. */
  readonly path: string;
  readonly title: () => string;
}

const page = (key: string, path: string, title: () => string): GoKey => ({
  ...{ key, path, title },
  appId: ADMIN_APP_ID,
});

export const GO_KEYS: readonly GoKey[] = [
  {
    ...{ key: 'h', appId: 'home', path: '/' },
    title: () => t('security.palette.home', 'Home'),
  },
  page('s', '/getstarted', () => t('security.sideNav.start', 'Get started')),
  page('r', '/roles', () => t('security.roles.title', 'Roles')),
  page('u', '/users', () => t('security.users.title', 'Users')),
  page('p', '/permissions', () => t('security.groups.crumb', 'Permissions')),
  page('t', '/tenants', () => t('security.tenants.title', 'Tenants')),
  page('a', '/auth', () => t('security.auth.crumb', 'Authentication')),
  page('l', '/auditLogging', () => t('security.audit.title', 'Audit logging')),
  page('v', '/auditEvents', () => t('security.events.title', 'Audit events')),
  page('c', '/history', () => t('security.history.title', 'Change history')),
  page('f', '/configuration', () => t('security.files.title', 'Export and import')),
  page('k', '/clusters', () => t('security.clustersPage.title', 'Clusters')),
  page('d', '/compare', () => t('security.comparison.title', 'Compare clusters')),
  page('e', '/explorer', () => t('security.explorer.title', 'Access explorer')),
  page('m', '/explorer/matrix', () => t('security.matrix.title', 'Access matrix')),
];
