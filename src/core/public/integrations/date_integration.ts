/**
 * Keeps moment's default zone and first day of the week in step with the user's settings. A chunk of
 * its own: moment comes with the shell, never with the login page.
 *
 * Source: core-services section 18; specification section 4 ("Live UI settings").
 */
import moment from 'moment-timezone';
import { Subscription } from 'rxjs';
import type { IUiSettingsClient } from '../ui_settings/types';

export function followDateSettings(uiSettings: IUiSettingsClient): Subscription {
  const subscription = new Subscription();
  subscription.add(uiSettings.get$<string>('dateFormat:tz', 'Browser').subscribe(setDefaultZone));
  subscription.add(uiSettings.get$<string>('dateFormat:dow', 'Sunday').subscribe(setStartOfWeek));
  return subscription;
}

/** `Browser`, like every unknown zone, changes nothing. */
function setDefaultZone(name: string): void {
  const zone = moment.tz.zone(name);
  if (zone !== null) moment.tz.setDefault(zone.name);
}

function setStartOfWeek(weekday: string): void {
  const dow = moment.weekdays().indexOf(weekday);
  if (dow < 0) return;
  const doy = moment.localeData().firstDayOfYear();
  moment.updateLocale(moment.locale(), { week: { dow, doy } });
}
