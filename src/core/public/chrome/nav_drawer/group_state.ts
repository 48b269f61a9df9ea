import type { KeyValueStorage } from '../../utils/safe_storage';

const toKey = (groupId: string): string => `core.navGroup.${groupId}`;

/**
 * Groups are open until the user closes them on this device. Source: specification sections 4
 * "Header" and 9.
 */
export const isGroupOpen = (storage: KeyValueStorage, groupId: string): boolean =>
  storage.getItem(toKey(groupId)) !== 'false';

export const rememberGroup = (storage: KeyValueStorage, groupId: string, isOpen: boolean): void =>
  storage.setItem(toKey(groupId), String(isOpen));
