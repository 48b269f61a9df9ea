/** Of entities: what addresses have to carry as it is. */
export const AWKWARD_NAMES = [
  'a%20b',
  '100%',
  'ü/ö',
  'jane@example.org',
  'two words',
  'back\\slash',
];
