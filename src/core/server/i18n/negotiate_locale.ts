/**
 * Which language a request wants, of those at hand (RFC 9110 section 12.5.4; RFC 4647 section 3.4).
 * Pure.
 */

/** No browser sends more; what does is not worth reading. */
const MAX_HEADER_LENGTH = 1_000;
const RANGE =
  /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * The known locale that serves a language range: the range itself, else with its last parts taken
 * off one after the other (`de-AT` finds `de`), whatever the case.
 */
export function findLocale(range: string, known: readonly string[]): string | undefined {
  const parts = range.toLowerCase().split('-');
  while (parts.length > 0) {
    const tag = parts.join('-');
    const found = known.find((locale) => locale.toLowerCase() === tag);
    if (found !== undefined) return found;
    parts.pop();
    // A single letter opens an extension and says nothing by itself.
    if (parts.at(-1)?.length === 1) parts.pop();
  }
  return undefined;
}

/**
 * The best known locale for an `Accept-Language` header. Parts that are no language ranges, and
 * `*`, which asks for nothing in particular, are passed over.
 */
export function negotiateLocale(
  header: string | undefined,
  known: readonly string[]
): string | undefined {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return undefined;
  const ranges = header.split(',').flatMap((part) => {
    const [, range, quality = '1'] = RANGE.exec(part.trim()) ?? [];
    return range === undefined ? [] : [{ range, quality: Number(quality) }];
  });
  // The sort is stable: equal ones stay in the order of the header.
  for (const { range } of ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)) {
    const locale = findLocale(range, known);
    if (locale !== undefined) return locale;
  }
  return undefined;
}
