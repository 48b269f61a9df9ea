'use strict';
/** Strings of any size that are known to cause problems. */

const fill = (unit, length) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(1, length));
const around = (open, inside, close, length) => {
  const depth = Math.max(1, Math.floor(length / (open.length + close.length)));
  return open.repeat(depth) + inside + close.repeat(depth);
};

/** Each function returns a string of about the given length; `random` varies it. */
const FAMILIES = {
  letters: (length) => fill('a', length),
  wildcards: (length) => `${fill('*a', length)}*b`,
  question_marks: (length) => `${fill('?*', length)}z`,
  long_wildcard: (length) => `*${fill('a', length)}b`,
  filter_path: (length) => `${fill('**.', length)}.z`,
  filter_list: (length) => fill('**.a,-*b*,', length),
  nested_quantifiers: (length) => `/${around('(?:', 'a?', '){9}', length)}z/`,
  overlapping: (length) => `/${fill('(a+)+', length)}$/`,
  alternation: (length) => `/(${fill('a|a|', length)}b)*c/`,
  back_reference: (length) => `/(${fill('.*', length)})\\1{9}z/`,
  look_ahead: (length) => `/${fill('(?=(a+)+b)', length)}a*$/`,
  large_repetition: (length) => `/(${fill('[a-z]{0,999}', length)}){0,999}/`,
  broken_regex: (length) => `/${fill('(((', length)}/`,
  date_math: (length) => `<${fill('logs-{now/d-1M{yyyy.MM.dd|+12:00}}-', length)}>`,
  date_math_open: (length) => fill('<{now', length),
  kuery_nested: (length) => around('(', 'dashboard.attributes.title: a', ')', length),
  kuery_not: (length) => `${fill('not ', length)}dashboard.attributes.title: a`,
  kuery_ids: (length) => `dashboard.id: ${fill('*a', length)}*b`,
  kuery_ors: (length) => fill('dashboard.id: a*b or ', length),
  words: (length) => fill('ab* ', length),
  operators: (length) => fill('+-|"() ~', length),
  quotes: (length) => fill('"a', length),
  commas: (length) => fill(',a', length),
  glob_sets: (length) => fill('[^a]*[!-~]', length),
  like: (length) => fill('%_', length),
  sql: (length) => fill("' OR 1=1; --", length),
  arrays: (length) => around('[', '', ']', length),
  objects: (length) => around('{"a":', '1', '}', length),
  open_arrays: (length) => fill('[', length),
  attributes: (length) => fill('${user.name}${attr.internal.a}${user.roles}', length),
  dots: (length) => fill('a.', length),
  slashes: (length) => fill('../', length),
  backslashes: (length) => fill('..\\', length),
  percent: (length) => fill('%25', length),
  zero_bytes: (length) => fill('a\u0000', length),
  line_breaks: (length) => fill('a\r\nset-cookie: x=y', length),
  combining: (length) => `a${fill('\u0301', length)}`,
  expanding: (length) => fill('\ufdfa', length),
  right_to_left: (length) => fill('\u202ea', length),
  surrogates: (length) => fill('\ud800\udc00\ud800', length),
  emoji: (length) => fill('\u{1F468}\u200D', length),
  markup: (length) => fill('<script>alert(1)</script>', length),
  digits: (length) => fill('9', length),
  exponent: (length) => `1e${fill('9', Math.min(length, 30))}`,
  distinguished_name: (length) => fill('CN=a+OU=\\,b,', length),
  addresses: (length) => fill('2001:db8::/0,', length),
  base64: (length) => fill('QUFB', length),
  hash: (length) => `$argon2id$v=19$m=${fill('9', Math.min(length, 12))},t=9,p=9$c2FsdHNhbHQ$dGFn`,
  bcrypt: (length) => `$2y$31$${fill('a', Math.min(length, 53))}`,
  languages: (length) => fill('de-x;q=0.1,', length),
};
const NAMES = Object.keys(FAMILIES);
const SHORT = [
  '',
  ' ',
  '.',
  '..',
  '*',
  '_all',
  '_find',
  '__proto__',
  'constructor',
  'toString',
  '__user__',
  'global',
  'null',
  'true',
  '-1',
  'NaN',
  '\u0000',
  '%',
  '%zz',
];
/** Lengths below, at and above common limits. */
const LENGTHS = [16, 64, 240, 255, 256, 257, 512, 1_024, 1_025, 2_000, 4_000, 10_000, 40_000];
const MOSTLY = 250;

/**
 * @param {import('../lib/random').SeededRandom} random
 * @param {number} [longest] characters
 */
function badString(random, longest = 40_000) {
  if (random.chance(0.1)) return random.pick(SHORT);
  // Mostly short enough to pass validation: a value rejected early does not test the code behind
  // it.
  const most = random.chance(0.6) ? Math.min(longest, MOSTLY) : longest;
  const length = random.pick(LENGTHS.filter((one) => one <= most));
  return FAMILIES[random.pick(NAMES)](length).slice(0, longest);
}

module.exports = { badString, FAMILIES };
