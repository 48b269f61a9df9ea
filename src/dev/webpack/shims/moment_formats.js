/**
 * Replaces moment where EUI formats dates in tables: uses moment if a screen has loaded it,
 * otherwise the browser's own format, so that tables without dates do not load it.
 */
const INVALID = 'Invalid date';

function browserFormat(value) {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return INVALID;
  const locale = globalThis.document?.documentElement.lang || undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

export default function moment(value) {
  const loaded = globalThis.__sdMoment__?.loaded;
  if (loaded) return loaded(value);
  const format = () => browserFormat(value);
  return { format, calendar: format };
}
