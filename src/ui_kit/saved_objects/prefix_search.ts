/**
 * What people type, as a search of saved objects in which each word is the beginning of one:
 * `mon clo` finds "Monthly closing". Operators of the search language become plain text.
 * @returns empty when there is no word
 */
export const toPrefixSearch = (text: string): string =>
  text
    .split(/[\s"+|()*~\\-]+/)
    .filter((word) => word !== '')
    .map((word) => `${word}*`)
    .join(' ');
