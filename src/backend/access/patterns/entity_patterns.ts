/** Finds the patterns in entities and documents, and validates them. */
import { MAPPING_CONDITIONS } from '../../../contracts/entities';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { isRegex, patternProblem } from './pattern';
import { isJsonObject } from '../../model/entity_shape';
import type { ConfiguredType } from '../../api/engine';
import { expressions } from './expression';

/** Keys whose lists contain patterns, at any depth. Other lists contain names. */
const PATTERN_KEYS: Readonly<Record<ConfiguredType, readonly string[]>> = {
  internalusers: [],
  tenants: [],
  roles: ['cluster_permissions', 'index_patterns', 'allowed_actions', 'tenant_patterns'],
  rolesmapping: MAPPING_CONDITIONS,
  actiongroups: ['allowed_actions'],
  audit: ['ignore_users', 'ignore_requests', 'read_ignore_users', 'write_ignore_users'],
  config: ['ignore_hosts'],
  nodesdn: ['nodes_dn'],
  allowlist: [],
  guardrails: [],
};

interface PlacedPattern {
  /** Path, such as `index_permissions[2].index_patterns`. */
  readonly at: string;
  readonly pattern: string;
}

/** @param source - an entity, a document, or the body of a request for one */
function getPatterns(type: ConfiguredType, source: unknown): readonly PlacedPattern[] {
  const keys = PATTERN_KEYS[type];
  const found: PlacedPattern[] = [];
  const visit = (value: unknown, at: string, isList: boolean): void => {
    if (typeof value === 'string') {
      if (isList) found.push({ at, pattern: value });
    } else if (Array.isArray(value)) {
      value.forEach((element, index) => visit(element, isList ? at : `${at}[${index}]`, isList));
    } else if (isJsonObject(value)) {
      for (const [key, child] of Object.entries(value))
        visit(child, at === '' ? key : `${at}.${key}`, keys.includes(key));
    }
  };
  if (keys.length > 0) visit(source, '', false);
  return found;
}

/** Distinct regular expressions of an entity, for the limit of the whole configuration. */
export const getExpressions = (type: ConfiguredType, source: unknown): ReadonlySet<string> =>
  new Set(
    getPatterns(type, source)
      .map(({ pattern }) => pattern)
      .filter(isRegex)
  );

/**
 * @param source - an entity or document, or all those of one request
 * @returns an error text if there are too many patterns
 */
export function patternCountProblem(type: ConfiguredType, source: unknown): string | undefined {
  const patterns = getPatterns(type, source);
  const { perEntity, expressionsPerEntity } = PATTERN_LIMITS;
  if (patterns.length > perEntity)
    return `There are more than ${perEntity} patterns in one entry or call.`;
  const expressions = new Set(patterns.map(({ pattern }) => pattern).filter(isRegex));
  return expressions.size > expressionsPerEntity
    ? `There are more than ${expressionsPerEntity} regular expressions in one entry or call.`
    : undefined;
}

/** Reported problems per response. */
const MAX_REPORTED = 10;

/** @returns problems of invalid patterns by path; empty if all are valid */
export function patternProblems(
  type: ConfiguredType,
  source: unknown
): Readonly<Record<string, string>> {
  const tooMany = patternCountProblem(type, source);
  if (tooMany !== undefined) return { patterns: tooMany };
  const problems = new Map<string, string>();
  for (const { at, pattern } of getPatterns(type, source)) {
    const problem = patternProblem(pattern);
    if (problem === undefined || problems.has(at)) continue;
    problems.set(at, problem);
    if (problems.size >= MAX_REPORTED) break;
  }
  return Object.fromEntries(problems);
}

/** Reported warnings per entity. */
const MAX_WARNINGS = 10;

/** Warnings for users who view an entity: patterns that match nothing, with the reason. */
export function patternWarnings(type: ConfiguredType, entity: unknown): readonly string[] {
  if (PATTERN_KEYS[type].length === 0) return [];
  const troubles = [...getExpressions(type, entity)].flatMap((pattern) => {
    const { trouble } = expressions.of(pattern.slice(1, -1));
    return trouble === undefined ? [] : [`${pattern}: ${trouble}`];
  });
  return [...Object.values(patternProblems(type, entity)), ...troubles].slice(0, MAX_WARNINGS);
}
