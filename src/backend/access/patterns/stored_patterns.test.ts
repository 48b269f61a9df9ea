/** Validation and limits of patterns in entities and documents. */
import { PATTERN_LIMITS } from '../../../contracts/limits';
import type { ConfiguredType } from '../../api/engine';
import { normaliseEntity } from '../../model/payload';
import { RegexQuota } from './regex_quota';
import { getExpressions, patternCountProblem, patternProblems } from './entity_patterns';

const BAD = '/(/';
const list = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at));

describe('patterns of entities and documents', () => {
  it.each<[ConfiguredType, object, readonly string[]]>([
    [
      'roles',
      {
        description: BAD,
        cluster_permissions: [BAD, 'a'],
        index_permissions: [
          { index_patterns: ['a'], allowed_actions: [BAD], fls: [BAD], dls: BAD },
          { index_patterns: [BAD, BAD], masked_fields: [BAD] },
        ],
        tenant_permissions: [{ tenant_patterns: [BAD], allowed_actions: ['*'] }],
      },
      [
        'cluster_permissions',
        'index_permissions[0].allowed_actions',
        'index_permissions[1].index_patterns',
        'tenant_permissions[0].tenant_patterns',
      ],
    ],
    [
      'rolesmapping',
      { users: [BAD], backend_roles: [BAD], and_backend_roles: [BAD], hosts: [BAD] },
      ['users', 'backend_roles', 'and_backend_roles', 'hosts'],
    ],
    ['actiongroups', { allowed_actions: [BAD], type: BAD }, ['allowed_actions']],
    ['internalusers', { backend_roles: [BAD], users: [BAD] }, []],
    ['tenants', { description: BAD, hosts: [BAD] }, []],
    [
      'audit',
      {
        config: {
          audit: { ignore_users: [BAD], ignore_requests: [BAD], ignore_headers: [BAD] },
          compliance: { read_ignore_users: [BAD], write_ignore_users: [BAD] },
        },
      },
      [
        'config.audit.ignore_users',
        'config.audit.ignore_requests',
        'config.compliance.read_ignore_users',
        'config.compliance.write_ignore_users',
      ],
    ],
    [
      'config',
      { dynamic: { listener: { ignore_hosts: [BAD] } } },
      ['dynamic.listener.ignore_hosts'],
    ],
    ['nodesdn', { one: { nodes_dn: [BAD] } }, ['one.nodes_dn']],
    ['allowlist', { config: { requests: [BAD] } }, []],
  ])('are rejected with their path: %s', (type, source, paths) => {
    expect(Object.keys(patternProblems(type, source))).toEqual(paths);
    expect([...getExpressions(type, source)]).toEqual(paths.length > 0 ? [BAD] : []);
  });

  it('report at most ten problems, one per path', () => {
    const roles = Object.fromEntries(
      list(12, (at) => `r${at}`).map((name) => [name, { allowed_actions: [BAD, '/[/'] }])
    );
    const problems = patternProblems('actiongroups', roles);
    expect(Object.keys(problems)).toEqual(list(10, (at) => `r${at}.allowed_actions`));
    expect(problems['r0.allowed_actions']).toContain('`(`');
  });

  it('are limited in number per entity or request', () => {
    const { perEntity, expressionsPerEntity } = PATTERN_LIMITS;
    const of = (count: number, one: (at: number) => string) => ({
      allowed_actions: list(count, one),
    });
    const plain = (count: number) => of(count, (at) => `a${at % 3}`);
    const regular = (count: number) => of(count, (at) => `/a${at}/`);
    expect(patternCountProblem('actiongroups', plain(perEntity))).toBeUndefined();
    expect(patternProblems('actiongroups', plain(perEntity + 1))).toEqual({
      patterns: `There are more than ${perEntity} patterns in one entry or call.`,
    });
    expect(patternCountProblem('actiongroups', regular(expressionsPerEntity))).toBeUndefined();
    expect(
      patternCountProblem('actiongroups', {
        allowed_actions: list(2 * expressionsPerEntity, (at) => `/a${at % expressionsPerEntity}/`),
      })
    ).toBeUndefined();
    expect(patternCountProblem('actiongroups', regular(expressionsPerEntity + 1))).toBe(
      `There are more than ${expressionsPerEntity} regular expressions in one entry or call.`
    );
  });
});

describe('regular expressions in the whole configuration', () => {
  const group = (patterns: readonly string[]) =>
    normaliseEntity('actiongroups', { allowed_actions: [...patterns] });
  const added = (patterns: readonly string[]) => [
    { type: 'actiongroups' as const, after: group(patterns) },
  ];
  const replaced = (before: readonly string[], after: readonly string[]) => [
    { type: 'actiongroups' as const, before: group(before), after: group(after) },
  ];
  const withAll = (patterns: readonly string[]) => {
    const census = new RegexQuota();
    census.follow(added(patterns));
    return census;
  };

  it.each([
    ['different regular expressions', PATTERN_LIMITS.expressions, (at: number) => `/x${at}/`],
    [
      'different regular expressions with look-around inside, back-references or atomic groups',
      PATTERN_LIMITS.backtracking,
      (at: number) => `/(x)${at}\\1/`,
    ],
  ])('limit %s to %i', (what, limit, one) => {
    const problem = `The configuration would hold more than ${limit} ${what}.`;
    const all = list(limit, one);
    const census = withAll(all.slice(0, -1));
    const last = all.at(-1) as string;
    expect(census.findProblem(added([last]))).toBeUndefined();
    expect(census.findProblem(added([last, one(limit)]))).toBe(problem);
    census.follow(added([last]));
    expect(census.findProblem(added([one(limit)]))).toBe(problem);
    // Known expressions, wildcards, and one-for-one replacements do not increase the number.
    expect(census.findProblem(added([last, all[0] as string, 'a*']))).toBeUndefined();
    expect(census.findProblem(replaced(all, [...all.slice(1), one(limit)]))).toBeUndefined();
    expect(census.findProblem(replaced(all.slice(1, 2), [one(limit), one(limit + 1)]))).toBe(
      problem
    );
    census.follow([{ type: 'actiongroups', before: group([last]) }]);
    expect(census.findProblem(added([one(limit)]))).toBeUndefined();
  });

  it('count an expression as long as any entity has it', () => {
    const all = list(PATTERN_LIMITS.expressions, (at) => `/x${at}/`);
    const census = withAll(all);
    const first = all[0] as string;
    census.follow(added([first]));
    census.follow([{ type: 'actiongroups', before: group([first]) }]);
    expect(census.findProblem(added(['/new/']))).toBeDefined();
    census.follow([{ type: 'actiongroups', before: group([first]) }]);
    expect(census.findProblem(added(['/new/']))).toBeUndefined();
  });

  it('do not count lookahead at the start as backtracking', () => {
    const all = list(PATTERN_LIMITS.backtracking + 1, (at) => `/(?!x)y${at}/`);
    expect(new RegexQuota().findProblem(added(all))).toBeUndefined();
  });

  it('may be reduced while they exceed the limit', () => {
    const all = list(PATTERN_LIMITS.backtracking + 2, (at) => `/(x)${at}\\1/`);
    const census = withAll(all);
    expect(census.findProblem(replaced(all.slice(0, 2), ['/(y)\\1/']))).toBeUndefined();
    expect(census.findProblem(added(['/plain/']))).toBeUndefined();
    expect(census.findProblem(added(['/(y)\\1/']))).toBeDefined();
  });
});
