/**
 * Keeps moment in the page's language, and its default zone and first day of the week in step with the user's
 * settings. A chunk of its own: moment comes with the shell, never with the login page.
 *
 * Source: core-services section 18; specification section 4 ("Live UI settings").
 */
import moment from 'moment-timezone';
import { Subscription } from 'rxjs';
import { i18n } from '../i18n';
import type { IUiSettingsClient } from '../ui_settings/types';

/** The languages we ship; each a chunk of its own. In others, dates have English names. */
const MOMENT_LOCALES: Readonly<Record<string, () => Promise<unknown>>> = {
  de: () => import('moment/locale/de'),
};

/** To be awaited before the first date is shown. */
export async function loadMomentLocale(locale: string = i18n.getLocale()): Promise<void> {
  await MOMENT_LOCALES[locale]?.();
  // An unknown one changes nothing.
  moment.locale(locale);
}

export function followDateSettings(uiSettings: IUiSettingsClient): Subscription {
  const subscription = new Subscription();
  subscription.add(uiSettings.get$<unknown>('dateFormat:tz', 'Browser').subscribe(setDefaultZone));
  subscription.add(uiSettings.get$<string>('dateFormat:dow', 'Sunday').subscribe(setStartOfWeek));
  return subscription;
}

/** `Browser`, like every unknown zone, changes nothing; so does what is no text at all. */
function setDefaultZone(name: unknown): void {
  const zone = typeof name === 'string' ? moment.tz.zone(name) : null;
  if (zone !== null) moment.tz.setDefault(zone.name);
}

/** The setting has English names in every language. */
function setStartOfWeek(weekday: string): void {
  const names = [moment.weekdays(), moment.localeData('en').weekdays()];
  const dow = Math.max(...names.map((days) => days.indexOf(weekday)));
  if (dow < 0) return;
  const doy = moment.localeData().firstDayOfYear();
  moment.updateLocale(moment.locale(), { week: { dow, doy } });
}
