/**
 * Parses distinguished names (RFC 2253 and its successor RFC 4514) and normalizes them for
 * comparison, most specific part first.
 */

/** Attribute names by their aliases: the names in OpenSSL and Java, and the OID. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  CN: ['2.5.4.3', 'commonname'],
  C: ['2.5.4.6', 'countryname'],
  L: ['2.5.4.7', 'localityname'],
  ST: ['2.5.4.8', 's', 'stateorprovincename'],
  STREET: ['2.5.4.9', 'streetaddress'],
  O: ['2.5.4.10', 'organizationname'],
  OU: ['2.5.4.11', 'organizationalunitname'],
  T: ['2.5.4.12', 'title'],
  DC: ['0.9.2342.19200300.100.1.25', 'domaincomponent'],
  UID: ['0.9.2342.19200300.100.1.1', 'userid'],
  SERIALNUMBER: ['2.5.4.5'],
  SURNAME: ['2.5.4.4', 'sn'],
  GIVENNAME: ['2.5.4.42', 'gn'],
  INITIALS: ['2.5.4.43'],
  GENERATION: ['2.5.4.44', 'generationqualifier'],
  DNQUALIFIER: ['2.5.4.46', 'dnq'],
  EMAILADDRESS: ['1.2.840.113549.1.9.1', 'e', 'email'],
};
const NAMES = new Map(
  Object.entries(ALIASES).flatMap(([name, others]) =>
    [name.toLowerCase(), ...others].map((other) => [other, name] as const)
  )
);

/** Encodings of the DER string types, by tag. */
const STRING_TAGS: Readonly<Record<number, BufferEncoding>> = {
  0x0c: 'utf8',
  0x13: 'latin1',
  0x14: 'latin1',
  0x16: 'latin1',
};

const TYPE = /^(?:oid\.)?([a-z][a-z\d-]*|\d+(?:\.\d+)+)$/i;

interface Attribute {
  readonly type: string;
  readonly value: string;
}

/**
 * A name for display: without spaces between the parts, with the attribute names of Java.
 * @returns `undefined` for an invalid name
 */
export function displayName(text: string): string | undefined {
  return parts(text)
    ?.map((part) => part.map(({ type, value }) => `${type}=${escapeText(value)}`).join('+'))
    .join(',');
}

/**
 * Normalized name, equal for equivalent names. Ignores the case of ASCII letters, spaces around
 * parts, attribute aliases, and the order inside a multi-valued part. The order of parts and all
 * other characters count, so lookalike characters are different.
 * @returns `undefined` for an invalid name
 */
export function comparableName(text: string): string | undefined {
  return parts(text)
    ?.map((part) =>
      part
        .map(({ type, value }) => `${type}=${escapeText(lowerAscii(value))}`)
        .sort()
        .join('+')
    )
    .join(',');
}

/**
 * Values of one attribute, most specific part first.
 * @param attribute - any of its aliases, in any case
 */
export function attributeValues(text: string, attribute: string): readonly string[] {
  const canonical = NAMES.get(attribute.toLowerCase()) ?? attribute.toUpperCase();
  const all = (parts(text) ?? []).flat();
  return all.filter(({ type }) => type === canonical).map(({ value }) => value);
}

const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const escapeText = (value: string): string =>
  value
    .replace(/[\\,+"<>;=]/g, '\\$&')
    .replace(/^[ #]|(?<!^) $/g, '\\$&')
    .replaceAll('\0', '\\00');

function parts(text: string): readonly (readonly Attribute[])[] | undefined {
  const found: Attribute[][] = [[]];
  for (let at = 0; ;) {
    const equals = text.indexOf('=', at);
    const [, type] = TYPE.exec(text.slice(at, Math.max(equals, at)).trim()) ?? [];
    const read = type === undefined ? undefined : readValue(text, equals + 1);
    if (type === undefined || read === undefined) return undefined;
    const name = NAMES.get(type.toLowerCase()) ?? type.toUpperCase();
    found.at(-1)?.push({ type: name, value: read.value });
    const separator = text[read.end];
    if (separator === undefined) return found;
    if (separator !== '+') found.push([]);
    at = read.end + 1;
  }
}

interface ReadValue {
  readonly value: string;
  /** Position of the separator, or the end of the text. */
  readonly end: number;
}

const HEX_PAIR = /^[\da-f]{2}$/i;
const isSeparator = (character: string | undefined): boolean =>
  character === undefined || /[,;+]/.test(character);

/**
 * Reads characters, escapes (one character, or two hexadecimal digits of a UTF-8 byte) and quoted
 * text.
 */
function readValue(text: string, from: number): ReadValue | undefined {
  let at = from;
  while (text[at] === ' ') at++;
  if (text[at] === '#') return hexValue(text, at + 1);
  const isQuoted = text[at] === '"';
  const pieces: Buffer[] = [];
  /** Number of pieces without trailing unescaped spaces, which do not belong to the value. */
  let length = 0;
  for (at += isQuoted ? 1 : 0; ; at++) {
    const character = text[at];
    if (isQuoted ? character === '"' : isSeparator(character)) break;
    if (character === undefined || character === '"') return undefined;
    const escapedOne = character === '\\';
    const pair = text.slice(at + 1, at + 3);
    if (escapedOne && HEX_PAIR.test(pair)) {
      pieces.push(Buffer.from(pair, 'hex'));
      at += 2;
    } else if (escapedOne) {
      const next = text[++at];
      if (next === undefined) return undefined;
      pieces.push(Buffer.from(next));
    } else {
      const point = String.fromCodePoint(text.codePointAt(at) as number);
      pieces.push(Buffer.from(point));
      at += point.length - 1;
    }
    if (escapedOne || isQuoted || character !== ' ') length = pieces.length;
  }
  if (isQuoted)
    do at++;
    while (text[at] === ' ');
  const value = Buffer.concat(pieces.slice(0, length)).toString('utf8');
  return isSeparator(text[at]) && !value.includes('\ufffd') ? { value, end: at } : undefined;
}

/** Reads a DER string in hexadecimal digits. Other DER types are rejected. */
function hexValue(text: string, from: number): ReadValue | undefined {
  const [digits = ''] = /^[\da-f]*/i.exec(text.slice(from)) ?? [];
  const bytes = Buffer.from(digits, 'hex');
  const encoding = STRING_TAGS[bytes[0] ?? 0];
  let end = from + digits.length;
  while (text[end] === ' ') end++;
  const isWhole = digits.length === 2 * bytes.length && bytes.length === 2 + (bytes[1] ?? 0);
  if (encoding === undefined || !isWhole || !isSeparator(text[end])) return undefined;
  return { value: bytes.subarray(2).toString(encoding), end };
}
