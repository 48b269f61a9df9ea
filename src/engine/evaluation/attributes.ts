/** Attribute substitution in index patterns, tenant patterns and DLS queries. Source: reference 4.6. */

/** What substitution and evaluation know of a user. */
export interface Subject {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  /** Direct and mapped security roles. */
  readonly roles: readonly string[];
  /** Security roles of which nobody knows whether he has them; none by default. */
  readonly doubtfulRoles?: readonly string[];
  /** Full names, `attr.internal.department`. */
  readonly attributes: ReadonlyMap<string, string>;
}

export const hasPlaceholder = (text: string): boolean => text.includes('${');

/** Replaced values may hold placeholders themselves; a cycle must end somewhere. */
const MAX_ROUNDS = 10;
const MAX_LENGTH = 100_000;

/** Replaces what is known; unknown placeholders stay as they are. */
export function substitute(text: string, subject: Subject): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS && hasPlaceholder(current); round++) {
    const next = current.replace(
      /\$\{([^${}]+)\}/g,
      (whole, key: string) => valueOf(key, subject) ?? whole
    );
    if (next === current || next.length > MAX_LENGTH) break;
    current = next;
  }
  return current;
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

/** Each key also exists with its dots replaced by underscores. */
function underscored(key: string, subject: Subject): string | undefined {
  if (!key.startsWith('attr_')) return undefined;
  for (const [name, value] of subject.attributes) {
    if (name.replaceAll('.', '_') === key) return value;
  }
  return undefined;
}

const quotedList = (values: readonly string[]): string =>
  values.map((value) => `"${value}"`).join(',');
