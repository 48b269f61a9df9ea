/**
 * Why somebody is on the login page: left in the tab by the page before, said once. The targets of
 * specification section 4 stay as they are.
 */
import { type DeviceStorage, deviceStorage, tabStorage } from './device_storage';

export type Farewell = 'signed_out' | 'password_changed' | 'session_ended';

const CATEGORY = 'session';
const NOTE = 'farewell';
const SIGNED_OUT = 'signed_out';
/** As `DeviceStorage` calls it. */
const SIGNED_OUT_KEY = `opendistro::security::${CATEGORY}::${SIGNED_OUT}`;

/**
 * The first reason counts: what fails after signing out, fails because of it.
 * @returns whether it was the first
 */
export function leaveFarewell(farewell: Farewell, tab: DeviceStorage = tabStorage): boolean {
  if (tab.get(CATEGORY, NOTE) !== undefined) return false;
  tab.set(CATEGORY, NOTE, farewell);
  return true;
}

export function takeFarewell(tab: DeviceStorage = tabStorage): Farewell | undefined {
  const farewell = tab.get<Farewell>(CATEGORY, NOTE);
  tab.remove(CATEGORY, NOTE);
  return farewell;
}

/** To the other tabs of this browser. */
export const announceSignOut = (): void => deviceStorage.set(CATEGORY, SIGNED_OUT, Date.now());

/** @returns ends it */
export function onSignOutElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === SIGNED_OUT_KEY) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
