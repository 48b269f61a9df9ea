/** Characters that no cluster reads in quotes: it rejects them, or takes them for line breaks. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

export const hasUnprintable = (text: string): boolean => text.search(UNPRINTABLE) >= 0;

/** @param start - of an escape; the code of the character in four hexadecimal digits follows */
export const escapeUnprintable = (text: string, start = '\\u'): string =>
  text.replace(
    UNPRINTABLE,
    (character) => start + character.charCodeAt(0).toString(16).padStart(4, '0')
  );
