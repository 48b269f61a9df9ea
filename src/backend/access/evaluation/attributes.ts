/** Attribute substitution in index patterns, tenant patterns and DLS queries. */
import type { ApiKeyPermissions } from '../../../contracts/api';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { isServiceAccount } from '../../model/service_account';

/** The user's properties for attribute substitution and evaluation. */
export interface Subject {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** Direct and mapped security roles. */
  readonly roles: readonly string[];
  /** Security roles whose mapping could not be decided; none by default. */
  readonly doubtfulRoles?: readonly string[];
  /**
   * Permissions of the API key that the caller uses, if it has its own. Roles grant an action only
   * if these permissions include it too.
   */
  readonly within?: ApiKeyPermissions;
  /** Keys are full names: `attr.internal.department`. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether variables can have default values and variables inside (clusters from 3.7). */
  readonly hasFallbacks?: boolean;
  /** Whether nothing is known of the user, not even a name. */
  readonly isUnknown?: boolean;
}

/** A user of whom nothing is known: only default values of variables resolve. */
export const unknownSubject = (hasFallbacks: boolean): Subject => ({
  userName: '',
  backendRoles: [],
  roles: [],
  attributes: NO_ATTRIBUTES,
  hasFallbacks,
  isUnknown: true,
});
const NO_ATTRIBUTES: Subject['attributes'] = new Map();

export const isServiceSubject = ({ attributes }: Pick<Subject, 'attributes'>): boolean =>
  isServiceAccount({ service: attributes.get('attr.internal.service') });

export const hasPlaceholder = (text: string): boolean => text.includes('${');

/**
 * Values can contain placeholders themselves, even cyclically; this limit ends the substitution.
 */
const MAX_PASSES = 10;
const PLACEHOLDER = /\$\{([^${}]+)\}/g;

/**
 * Replaces known placeholders and keeps unknown ones. A pass whose result would exceed
 * `substitutedLength` characters is skipped. Text that still has placeholders matches nothing and
 * is never used as a query.
 */
export function substitute(text: string, subject: Subject): string {
  if (!hasPlaceholder(text)) return text;
  const valueOf = listValues(subject);
  const replacement = subject.hasFallbacks ? withFallbacks : replace;
  let current = text;
  for (let pass = 0; pass < MAX_PASSES && hasPlaceholder(current); pass++) {
    const next = replacement(current, valueOf);
    if (next === undefined || next === current) break;
    current = next;
  }
  return current;
}

/** @returns `undefined` if the result would be too long; stops before building it */
function replace(text: string, valueOf: (key: string) => string | undefined): string | undefined {
  let result = '';
  let end = 0;
  for (const { 0: whole, 1: key = '', index } of text.matchAll(PLACEHOLDER)) {
    result += text.slice(end, index) + (valueOf(key) ?? whole);
    end = index + whole.length;
    if (result.length > PATTERN_LIMITS.substitutedLength) return undefined;
  }
  result += text.slice(end);
  return result.length > PATTERN_LIMITS.substitutedLength ? undefined : result;
}

const FALLBACK = ':-';

/**
 * Replaces `${name:-value}`, where both parts can have variables themselves. `$${name}` stays as it
 * is.
 * @returns `undefined` if the result would be too long, or variables are nested too deeply
 */
function withFallbacks(
  text: string,
  valueOf: (key: string) => string | undefined,
  depth = 0
): string | undefined {
  if (depth > MAX_PASSES) return undefined;
  let result = '';
  let end = 0;
  for (;;) {
    const start = text.indexOf('${', end);
    const close = start < 0 ? -1 : closingBrace(text, start);
    if (close < 0) {
      result += text.slice(end);
      break;
    }
    const isEscaped = text[start - 1] === '$';
    const whole = text.slice(start, close + 1);
    const value = isEscaped ? whole : variableValue(whole.slice(2, -1), valueOf, depth);
    result += text.slice(end, start) + (value ?? whole);
    end = close + 1;
    if (result.length > PATTERN_LIMITS.substitutedLength) return undefined;
  }
  return result.length > PATTERN_LIMITS.substitutedLength ? undefined : result;
}

/** @param content - between the braces */
function variableValue(
  content: string,
  valueOf: (key: string) => string | undefined,
  depth: number
): string | undefined {
  const split = content.indexOf(FALLBACK);
  const name = withFallbacks(split < 0 ? content : content.slice(0, split), valueOf, depth + 1);
  const value = name === undefined || hasPlaceholder(name) ? undefined : valueOf(name);
  if (value !== undefined || split < 0) return value;
  return withFallbacks(content.slice(split + FALLBACK.length), valueOf, depth + 1);
}

/** @returns the position of the brace that closes the variable at `start`; -1 if none does */
function closingBrace(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) open++;
    else if (text[at] === '}' && --open === 0) return at;
  }
  return -1;
}

/** Looks up each value once, even if a text uses it often. */
function listValues(subject: Subject): (key: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (key) => {
    if (!known.has(key)) known.set(key, getValue(key, subject));
    return known.get(key);
  };
}

function getValue(key: string, subject: Subject): string | undefined {
  if (subject.isUnknown) return undefined;
  switch (key) {
    case 'user.name':
    case 'user_name':
      return subject.userName;
    case 'user.roles':
    case 'user_roles':
      return quotedList(subject.backendRoles);
    case 'user.securityRoles':
    case 'user_securityRoles':
      return quotedList(subject.roles);
    default:
      return subject.attributes.get(key) ?? readUnderscored(key, subject);
  }
}

/** Attribute values by names with underscores for dots, cached per user. */
const underscoredNames = new WeakMap<Subject['attributes'], ReadonlyMap<string, string>>();

/** Every attribute is also available under its name with underscores for dots. */
function readUnderscored(key: string, { attributes }: Subject): string | undefined {
  if (!key.startsWith('attr_')) return undefined;
  let names = underscoredNames.get(attributes);
  if (!names) {
    // If several names become the same, the first one counts.
    const entries = [...attributes].map(
      ([name, value]) => [name.replaceAll('.', '_'), value] as const
    );
    names = new Map(entries.reverse());
    underscoredNames.set(attributes, names);
  }
  return names.get(key);
}

const quotedList = (values: readonly string[]): string =>
  values.map((value) => `"${value}"`).join(',');
