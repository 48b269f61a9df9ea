/**
 * Attribute substitution in index patterns, tenant patterns and DLS queries. Source:
 * docs/reference/engine.md#attributes.
 */
import type { ApiKeyPermissions } from '../../../contracts/api';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { isServiceAccount } from '../../model/service_account';

/** What substitution and evaluation know of a user. */
export interface Subject {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** Direct and mapped security roles. */
  readonly roles: readonly string[];
  /** Security roles of which nobody knows whether he has them; none by default. */
  readonly doubtfulRoles?: readonly string[];
  /**
   * Of who calls with an API key that has permissions of its own: what the roles grant counts as
   * far as these name it as well.
   */
  readonly within?: ApiKeyPermissions;
  /** Full names, `attr.internal.department`. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Source: docs/reference/engine.md#cluster-permissions. */
export const isServiceSubject = ({ attributes }: Pick<Subject, 'attributes'>): boolean =>
  isServiceAccount({ service: attributes.get('attr.internal.service') });

export const hasPlaceholder = (text: string): boolean => text.includes('${');

/** Replaced values may hold placeholders themselves; a cycle must end somewhere. */
const MAX_ROUNDS = 10;
const PLACEHOLDER = /\$\{([^${}]+)\}/g;

/**
 * Replaces what is known; unknown placeholders stay as they are, and so does a round that would
 * make more than `substitutedLength` characters: what still holds placeholders matches nothing, and
 * no query is made of it.
 */
export function substitute(text: string, subject: Subject): string {
  if (!hasPlaceholder(text)) return text;
  const valueOf = valuesOf(subject);
  let current = text;
  for (let round = 0; round < MAX_ROUNDS && hasPlaceholder(current); round++) {
    const next = replaced(current, valueOf);
    if (next === undefined || next === current) break;
    current = next;
  }
  return current;
}

/** @returns `undefined` when it would become too long, before it does */
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

/** Each value is looked for once, however often a text names it. */
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

/** Names with their dots replaced by underscores to values, once per user. */
const underscoredNames = new WeakMap<Subject['attributes'], ReadonlyMap<string, string>>();

/** Each key also exists with its dots replaced by underscores. */
function underscored(key: string, { attributes }: Subject): string | undefined {
  if (!key.startsWith('attr_')) return undefined;
  let names = underscoredNames.get(attributes);
  if (!names) {
    // The first of several names that become the same counts.
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
