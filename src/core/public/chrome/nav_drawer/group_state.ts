import type { KeyValueStorage } from '../../utils/safe_storage';

const keyOf = (groupId: string): string => `core.navGroup.${groupId}`;

/**
 * Groups are open until the user closes them on this device. Source: specification sections 4
 * "Header" and 9.
 */
export const isGroupOpen = (storage: KeyValueStorage, groupId: string): boolean =>
  storage.getItem(keyOf(groupId)) !== 'false';

export const rememberGroup = (storage: KeyValueStorage, groupId: string, isOpen: boolean): void =>
  storage.setItem(keyOf(groupId), String(isOpen));
