/** Whether keys without Ctrl or Cmd are shortcuts (WCAG 2.1.4); kept on the device. */
import { deviceStorage } from './device_storage';

export const areSingleKeysOn = (): boolean =>
  deviceStorage.get<boolean>('shortcuts', 'single') !== false;

export const setSingleKeys = (on: boolean): void => deviceStorage.set('shortcuts', 'single', on);
