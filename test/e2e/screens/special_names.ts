/** Of entities: what addresses have to carry as it is. */
export const SPECIAL_NAMES = [
  'a%20b',
  '100%',
  'ü/ö',
  'jane@example.org',
  'two words',
  'back\\slash',
];
