/**
 * Converts typed text to a search for saved objects in which each word is a prefix: `mon clo` finds
 * "Monthly closing". Operators of the search language become plain text.
 * @returns an empty text if there is no word
 */
export const toPrefixSearch = (text: string): string =>
  text
    .split(/[\s"+|()*~\\-]+/)
    .filter((word) => word !== '')
    .map((word) => `${word}*`)
    .join(' ');
