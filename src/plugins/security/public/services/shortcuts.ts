/** Pages reachable with `g` and another key. */
import { deviceStorage } from './device_storage';
import { ADMIN_APP_ID } from './paths';

/** Whether shortcuts without Ctrl or Cmd are enabled (WCAG 2.1.4); stored on the device. */
export const areSingleKeysOn = (): boolean =>
  deviceStorage.get<boolean>('shortcuts', 'single') !== false;

export const setSingleKeys = (on: boolean): void => deviceStorage.set('shortcuts', 'single', on);

export interface GoKey {
  /** Key after `g`. */
  readonly key: string;
  readonly appId: string;
  /** Path within the app. */
  readonly path: string;
}

const page = (key: string, path: string): GoKey => ({ key, appId: ADMIN_APP_ID, path });

export const GO_KEYS: readonly GoKey[] = [
  { key: 'h', appId: 'home', path: '/' },
  page('s', '/getstarted'),
  page('r', '/roles'),
  page('u', '/users'),
  page('p', '/permissions'),
  page('t', '/tenants'),
  page('a', '/auth'),
  page('l', '/auditLogging'),
  page('v', '/auditEvents'),
  page('c', '/history'),
  page('f', '/configuration'),
  page('k', '/clusters'),
  page('d', '/compare'),
  page('e', '/explorer'),
  page('m', '/explorer/matrix'),
];
