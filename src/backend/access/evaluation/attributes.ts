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
}

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
  const valueOf = valuesOf(subject);
  let current = text;
  for (let pass = 0; pass < MAX_PASSES && hasPlaceholder(current); pass++) {
    const next = replaced(current, valueOf);
    if (next === undefined || next === current) break;
    current = next;
  }
  return current;
}

/** @returns `undefined` if the result would be too long; stops before building it */
function replaced(text: string, valueOf: (key: string) => string | undefined): string | undefined {
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

/** Looks up each value once, even if a text uses it often. */
function valuesOf(subject: Subject): (key: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (key) => {
    if (!known.has(key)) known.set(key, valueOf(key, subject));
    return known.get(key);
  };
}

function valueOf(key: string, subject: Subject): string | undefined {
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
      return subject.attributes.get(key) ?? underscored(key, subject);
  }
}

/** Attribute values by names with underscores for dots, cached per user. */
const underscoredNames = new WeakMap<Subject['attributes'], ReadonlyMap<string, string>>();

/** Every attribute is also available under its name with underscores for dots. */
function underscored(key: string, { attributes }: Subject): string | undefined {
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
