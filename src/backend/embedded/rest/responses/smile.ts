/**
 * Encodes JSON values in Smile, the binary JSON of Jackson, without shared names or texts, which
 * readers must not require. Source: the Smile format specification, version 1.0.
 */
import { isJsonObject } from '../../../model/entity_shape';

/** `:)`, a line feed, version 0 without options. */
const HEADER = Buffer.from([0x3a, 0x29, 0x0a, 0x00]);
const END_OF_TEXT = 0xfc;

/** @param body - a JSON value */
export function encodeSmile(body: unknown): Buffer {
  const parts: Buffer[] = [HEADER];
  write(body, parts);
  return Buffer.concat(parts);
}

const byte = (...values: number[]): Buffer => Buffer.from(values);

function write(value: unknown, parts: Buffer[]): void {
  if (typeof value === 'string') parts.push(...textParts(value));
  else if (typeof value === 'number') parts.push(numberPart(value));
  else if (typeof value === 'boolean') parts.push(byte(value ? 0x23 : 0x22));
  else if (Array.isArray(value)) {
    parts.push(byte(0xf8));
    for (const item of value) write(item, parts);
    parts.push(byte(0xf9));
  } else if (isJsonObject(value)) {
    parts.push(byte(0xfa));
    for (const [name, member] of Object.entries(value)) {
      parts.push(...nameParts(name));
      write(member, parts);
    }
    parts.push(byte(0xfb));
  } else parts.push(byte(0x21));
}

const isAscii = (text: string, bytes: Buffer): boolean => text.length === bytes.length;

function textParts(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  if (length === 0) return [byte(0x20)];
  if (isAscii(text, bytes)) {
    if (length <= 32) return [byte(0x40 + length - 1), bytes];
    if (length <= 64) return [byte(0x60 + length - 33), bytes];
    return [byte(0xe0), bytes, byte(END_OF_TEXT)];
  }
  if (length <= 33) return [byte(0x80 + length - 2), bytes];
  if (length <= 65) return [byte(0xa0 + length - 34), bytes];
  return [byte(0xe4), bytes, byte(END_OF_TEXT)];
}

function nameParts(name: string): readonly Buffer[] {
  const bytes = Buffer.from(name);
  const { length } = bytes;
  if (length === 0) return [byte(0x20)];
  if (isAscii(name, bytes) && length <= 64) return [byte(0x80 + length - 1), bytes];
  if (!isAscii(name, bytes) && length <= 57) return [byte(0xc0 + length - 2), bytes];
  return [byte(0x34), bytes, byte(END_OF_TEXT)];
}

function numberPart(value: number): Buffer {
  if (!Number.isSafeInteger(value)) return doublePart(value);
  // Zigzag encoding: the sign is the lowest bit.
  const unsigned = value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value);
  if (unsigned < 32n) return byte(0xc0 + Number(unsigned));
  return byte(unsigned <= 0xffffffffn ? 0x24 : 0x25, ...variableLength(unsigned));
}

/** Seven bits per byte, highest first; the last byte has six bits and a marker. */
function variableLength(unsigned: bigint): readonly number[] {
  const bytes = [Number(unsigned & 0x3fn) | 0x80];
  for (let left = unsigned >> 6n; left > 0n; left >>= 7n) bytes.unshift(Number(left & 0x7fn));
  return bytes;
}

/** 64 bits in ten bytes of seven bits, highest first. */
function doublePart(value: number): Buffer {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const all = bits.getBigUint64(0);
  const septets = Array.from({ length: 10 }, (_, at) =>
    Number((all >> BigInt(63 - 7 * at)) & 0x7fn)
  );
  return byte(0x29, ...septets);
}
