/** Entity names that URLs must carry unchanged. */
export const SPECIAL_NAMES = [
  'a%20b',
  '100%',
  'ü/ö',
  'jane@example.org',
  'two words',
  'back\\slash',
];
