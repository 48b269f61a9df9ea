/**
 * Keeps moment in the page's language, and its default zone and first day of the week in step with
 * the user's settings. Moment itself is no part of the shell: it comes with the first screen that
 * imports it, and finds here what to follow (src/dev/webpack/shims/moment.js).
 *
 * Source: docs/reference/core.md#integrations; specification section 4 ("Live UI settings").
 */
import { Subscription } from 'rxjs';
import { i18n } from '../i18n';
import type { IUiSettingsClient } from '../ui_settings/types';

type Moment = typeof import('moment-timezone');

/** Where moment, when it arrives, and whoever configures it meet. */
interface MomentLink {
  loaded?: Moment;
  follow?: (moment: Moment) => void;
}

const momentLink = (): MomentLink => {
  const page = globalThis as { __sdMoment__?: MomentLink };
  return (page.__sdMoment__ ??= {});
};

/** The languages we ship; each a chunk of its own. In others, dates have English names. */
const MOMENT_LOCALES: Readonly<Record<string, () => Promise<unknown>>> = {
  de: () => import('moment/locale/de'),
};

/** To be awaited before the first date is shown; moment speaks English by itself. */
export async function loadMomentLocale(locale: string = i18n.getLocale()): Promise<void> {
  const load = MOMENT_LOCALES[locale];
  if (load === undefined) return;
  const [{ default: moment }] = await Promise.all([import('moment-timezone'), load()]);
  moment.locale(locale);
}

/** From the moment on that moment is there, which may be now. */
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

/** `Browser`, like every unknown zone, changes nothing; so does what is no text at all. */
function setDefaultZone(moment: Moment, name: unknown): void {
  const zone = typeof name === 'string' ? moment.tz.zone(name) : null;
  if (zone !== null) moment.tz.setDefault(zone.name);
}

/** The setting has English names in every language. */
function setStartOfWeek(moment: Moment, weekday: string): void {
  const names = [moment.weekdays(), moment.localeData('en').weekdays()];
  const dow = Math.max(...names.map((days) => days.indexOf(weekday)));
  if (dow < 0) return;
  const doy = moment.localeData().firstDayOfYear();
  moment.updateLocale(moment.locale(), { week: { dow, doy } });
}
