/**
 * Values of plain (unquoted) YAML scalars as a cluster reads them: YAML 1.1 by the SnakeYAML
 * resolver, then Jackson's numbers, then text where text is wanted. Source:
 * docs/reference/engine.md#configuration-files.
 */
import type { ScalarTag } from 'yaml';

const NULL = /^(?:~|null|Null|NULL|)$/;
const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const BOOLEAN = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
/** Times such as `1:30` are text: Jackson knows no numbers of base 60. */
const INTEGER =
  /^[-+]?(?:0b_*[01][01_]*|0x_*[0-9a-fA-F][0-9a-fA-F_]*|0_*[0-7][0-7_]*|0|[1-9][0-9_]*)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|[-+]?\._*[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?)$/;
/** Numbers of YAML 1.1 at which a cluster rejects the whole file. */
const UNREADABLE =
  /^(?:[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\._+(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** A value, or what is wrong. */
type PlainValue =
  { readonly value: string | number | boolean | null } | { readonly problem: string };

/** @param text - the scalar as written, without line breaks */
export function plainValue(text: string): PlainValue {
  if (NULL.test(text)) return { value: null };
  if (BOOLEAN.test(text)) return { value: TRUE.test(text) };
  if (INTEGER.test(text)) return { value: exact(integerText(text)) };
  if (FLOAT.test(text)) return { value: exact(floatText(text)) };
  if (UNREADABLE.test(text))
    return { problem: `No cluster can read the number ${text}. Write it in quotes.` };
  return { value: text };
}

/** A number only if it stands for exactly this text, so that texts lose nothing. */
const exact = (text: string): number | string => {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
};

function integerText(text: string): string {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/.exec(text.replaceAll('_', '')) ?? [];
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return String(sign === '-' ? -value : value);
}

/** The text of a double in Java. */
function floatText(text: string): string {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) return withFraction(String(value));
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${withFraction(digits)}E${Number(exponent)}`;
}

const withFraction = (digits: string): string => (digits.includes('.') ? digits : `${digits}.0`);

const tag = (
  type: string,
  test: RegExp,
  identify: (value: unknown) => boolean
): ScalarTag & { readonly test: RegExp } => ({
  tag: `tag:yaml.org,2002:${type}`,
  default: true,
  test,
  identify,
  resolve: (text, onError) => {
    const read = plainValue(text);
    if ('value' in read) return read.value;
    onError(read.problem);
    return text;
  },
  // An untouched value keeps its form.
  stringify: ({ source, value }) => {
    const read = source === undefined ? undefined : plainValue(source);
    const isKept = read && 'value' in read && read.value === value;
    return isKept && typeof source === 'string' ? source : String(value);
  },
});

/**
 * For the parser, and for the writer, which quotes text that a plain scalar would turn into another
 * value.
 */
export const CLUSTER_TAGS: ScalarTag[] = [
  tag('null', NULL, (value) => value === null),
  tag('bool', BOOLEAN, (value) => typeof value === 'boolean'),
  tag('int', INTEGER, (value) => Number.isInteger(value)),
  tag('float', FLOAT, (value) => typeof value === 'number'),
  tag('float', UNREADABLE, () => false),
];
