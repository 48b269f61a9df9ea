/** Toasts for the next page, shown once when it opens. */
import type { ToastInputFields } from '@sd/core/public';
import { type DeviceStorage, tabStorage } from './device_storage';

const CATEGORY = 'toast';

export type CrossPageToast = Pick<ToastInputFields, 'color' | 'iconType' | 'toastLifeTimeMs'> & {
  readonly title: string;
};

/** @param path - path of the target page with the base path, without query and hash */
export const leaveToast = (
  path: string,
  toast: CrossPageToast,
  tab: DeviceStorage = tabStorage
): void => tab.set(CATEGORY, path, toast);

export const hasToast = (path: string, tab: DeviceStorage = tabStorage): boolean =>
  tab.get(CATEGORY, path) !== undefined;

export function takeToast(
  path: string,
  tab: DeviceStorage = tabStorage
): CrossPageToast | undefined {
  const toast = tab.get<CrossPageToast>(CATEGORY, path);
  tab.remove(CATEGORY, path);
  return toast;
}
