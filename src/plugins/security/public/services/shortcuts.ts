/** Pages reachable with `g` and another key. */
import { i18n } from '@sd/core/public';
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
    title: () => i18n.translate('security.palette.home', { defaultMessage: 'Home' }),
  },
  page('s', '/getstarted', () =>
    i18n.translate('security.sideNav.start', { defaultMessage: 'Get started' })
  ),
  page('r', '/roles', () => i18n.translate('security.sideNav.roles', { defaultMessage: 'Roles' })),
  page('u', '/users', () =>
    i18n.translate('security.sideNav.users', { defaultMessage: 'Internal users' })
  ),
  page('p', '/permissions', () =>
    i18n.translate('security.sideNav.permissions', { defaultMessage: 'Permissions' })
  ),
  page('t', '/tenants', () =>
    i18n.translate('security.sideNav.tenants', { defaultMessage: 'Tenants' })
  ),
  page('a', '/auth', () =>
    i18n.translate('security.sideNav.auth', { defaultMessage: 'Authentication' })
  ),
  page('l', '/auditLogging', () =>
    i18n.translate('security.sideNav.audit', { defaultMessage: 'Audit logs' })
  ),
  page('v', '/auditEvents', () =>
    i18n.translate('security.events.title', { defaultMessage: 'Audit events' })
  ),
  page('c', '/history', () =>
    i18n.translate('security.history.title', { defaultMessage: 'Change history' })
  ),
  page('f', '/configuration', () =>
    i18n.translate('security.files.title', { defaultMessage: 'Configuration as files' })
  ),
  page('e', '/explorer', () =>
    i18n.translate('security.explorer.title', { defaultMessage: 'Access explorer' })
  ),
  page('m', '/explorer/matrix', () =>
    i18n.translate('security.matrix.title', { defaultMessage: 'Access matrix' })
  ),
];
