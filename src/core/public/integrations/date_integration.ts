/**
 * Sets moment's locale, time zone and first day of the week. Moment is not part of the shell: the
 * first screen that imports it picks up these settings (src/dev/webpack/shims/moment.js).
 */
import { Subscription } from 'rxjs';
import { i18n } from '../i18n';
import type { IUiSettingsClient } from '../ui_settings/types';

type Moment = typeof import('moment-timezone');

/** Connects moment, once loaded, with the code that configures it. */
interface MomentLink {
  loaded?: Moment;
  follow?: (moment: Moment) => void;
}

const momentLink = (): MomentLink => {
  const page = globalThis as { __sdMoment__?: MomentLink };
  return (page.__sdMoment__ ??= {});
};

/** The supported locales, each in its own chunk. In other languages, dates have English names. */
const MOMENT_LOCALES: Readonly<Record<string, () => Promise<unknown>>> = {
  de: () => import('moment/locale/de'),
};

/** Await this before showing the first date. Moment's own default is English. */
export async function loadMomentLocale(locale: string = i18n.getLocale()): Promise<void> {
  const load = MOMENT_LOCALES[locale];
  if (load === undefined) return;
  const [{ default: moment }] = await Promise.all([import('moment-timezone'), load()]);
  moment.locale(locale);
}

/** Applies the settings as soon as moment is loaded. */
export function followDateSettings(uiSettings: IUiSettingsClient): Subscription {
  const subscription = new Subscription();
  const link = momentLink();
  link.follow = (moment) => {
    const zone$ = uiSettings.get$<unknown>('dateFormat:tz', 'Browser');
    const weekday$ = uiSettings.get$<string>('dateFormat:dow', 'Sunday');
    subscription.add(zone$.subscribe((name) => setDefaultZone(moment, name)));
    subscription.add(weekday$.subscribe((weekday) => setStartOfWeek(moment, weekday)));
  };
  subscription.add(() => {
    delete link.follow;
  });
  if (link.loaded) link.follow(link.loaded);
  return subscription;
}

/** `Browser`, unknown zones and values other than text change nothing. */
function setDefaultZone(moment: Moment, name: unknown): void {
  const zone = typeof name === 'string' ? moment.tz.zone(name) : null;
  if (zone !== null) moment.tz.setDefault(zone.name);
}

/** The setting's values are English weekday names in every language. */
function setStartOfWeek(moment: Moment, weekday: string): void {
  const names = [moment.weekdays(), moment.localeData('en').weekdays()];
  const dow = Math.max(...names.map((days) => days.indexOf(weekday)));
  if (dow < 0) return;
  const doy = moment.localeData().firstDayOfYear();
  moment.updateLocale(moment.locale(), { week: { dow, doy } });
}
