/**
 * What releases of OpenSearch do differently, as far as this product depends on it: the only place
 * that compares release numbers. `GET /` of a cluster tells its number.
 */

/** The first release with each fact, as major and minor number. */
const SINCE = {
  /** Entries of one role replace each other by name; before, all add up. */
  replacesEntries: [3, 0],
  /** An index without a matching entry is hidden, where a tenant opens it; before, readable. */
  hidesUnmatchedIndices: [3, 0],
  /** Reading works although two masks name one field. */
  allowsClashingMasks: [3, 0],
  /** Attributes in tenant patterns stand for patterns; before, for names at their beginning. */
  rendersTenantPatterns: [3, 0],
  /** An included object (`fls`) hides its fields unless they are included too. */
  hidesFieldsOfObjects: [3, 0],
  /** `${name:-value}`, and variables inside of variables. */
  hasFallbackVariables: [3, 7],
  /** `default_tenant` must not be empty where it is sent. */
  refusesEmptyDefaultTenant: [3, 7],
  /** `general_access` shares with everybody; `users: ["*"]` no longer does. */
  hasGeneralAccess: [3, 7],
  /** API tokens, and the evaluation type `v4`. */
  hasApiTokens: [3, 7],
  /** Texts of a body, such as document queries, have at most `RELEASE_LIMITS.text` characters. */
  limitsTexts: [3, 8],
} as const satisfies Readonly<Record<string, readonly [major: number, minor: number]>>;

export type ReleaseFact = keyof typeof SINCE;

/** Characters (UTF-16 units) of the texts that a release with `limitsTexts` takes. */
export const RELEASE_LIMITS = { text: 256 } as const;

/** The newest release that this product was tried with. */
const NEWEST_TRIED = [3, 8] as const;
/** Assumed for a cluster that does not tell. */
const ASSUMED = [3, 4] as const;

/** @param number - as `GET /` tells it, such as `3.4.0` */
export function hasReleaseFact(number: string | undefined, fact: ReleaseFact): boolean {
  return !isBefore(parse(number), SINCE[fact]);
}

/** All facts by name, for the browser. */
export const releaseFacts = (number: string | undefined): Record<ReleaseFact, boolean> =>
  Object.fromEntries(
    Object.keys(SINCE).map((fact) => [fact, hasReleaseFact(number, fact as ReleaseFact)])
  ) as Record<ReleaseFact, boolean>;

export const isNewerThanTried = (number: string): boolean => isBefore(NEWEST_TRIED, parse(number));

type Numbers = readonly [major: number, minor: number];

function parse(number: string | undefined): Numbers {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(number ?? '') ?? [];
  return major === undefined || minor === undefined ? ASSUMED : [Number(major), Number(minor)];
}

const isBefore = ([major, minor]: Numbers, [otherMajor, otherMinor]: Numbers): boolean =>
  major < otherMajor || (major === otherMajor && minor < otherMinor);
