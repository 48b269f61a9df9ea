/** Undecided patterns never widen access. */
import { describe, expect, it } from '@jest/globals';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { normaliseEntity } from '../../model/payload';
import type { RoleMapping } from '../../../contracts/entities';
import type { ResourceType } from '../../api/engine';
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import { decideAccess, restrictionsFor, type DecisionSettings } from './access_decision';
import type { SimulatedSubject } from './access_service';
import { hasPlaceholder, substitute } from './attributes';
import { OverlayRules } from './overlay_rules';
import { patternBudget } from '../patterns/pattern_limits';
import { queryProblem } from './restrictions';
import { RuleSet } from './rule_set';

/** Invalid, hence always undecided. */
const DOUBT = '/(/';
const READ = 'indices:data/read/search';
type Entities = Partial<Record<ResourceType, Record<string, Record<string, unknown>>>>;

function bookOf(entities: Entities): RuleSet {
  const book = new RuleSet('MAPPING_ONLY');
  for (const [type, byName] of Object.entries(entities) as [ResourceType, Entities[ResourceType]][])
    for (const [name, entity] of Object.entries(byName ?? {}))
      book.apply({ type, name, after: normaliseEntity(type, entity) });
  return book;
}

const entry = (pattern: string, more: object = {}) => ({
  index_patterns: [pattern],
  allowed_actions: ['indices:data/read*'],
  ...more,
});
const dls = '{"term":{"a":"b"}}';

function visible(
  entities: Entities,
  subject: Partial<SimulatedSubject>,
  settings: Partial<DecisionSettings> = {}
) {
  const who = whoUnder(bookOf(entities), { name: 'jdoe', ...subject });
  const target = { name: 'logs', kind: 'index' } as const;
  return restrictionsFor(who, target, { ...SETTINGS, ...settings }, 0);
}

const NOTHING = {
  documents: { mode: 'none' },
  fields: { mode: 'none' },
  masking: { mode: 'all' },
};
const ALL = { documents: { mode: 'all' }, fields: { mode: 'all' }, masking: { mode: 'none' } };

describe('an undecided pattern', () => {
  it('grants nothing', () => {
    const roles = { r: { cluster_permissions: [DOUBT], index_permissions: [entry(DOUBT)] } };
    const book = bookOf({ roles });
    const who = whoUnder(book, { name: 'jdoe', securityRoles: ['r'] });
    for (const action of [READ, 'cluster:monitor/main']) {
      const { decision } = decideAccess(who, { action, indices: ['a'] }, SETTINGS, () => true, 0);
      expect(decision.outcome).toBe('denied');
    }
  });

  it.each([{ dls }, { fls: ['~secret'] }, { masked_fields: ['name'] }])(
    'hides everything if its entry restricts by %j',
    (restriction) => {
      const roles = {
        open: { index_permissions: [entry('*')] },
        shut: { index_permissions: [entry(DOUBT, restriction)] },
      };
      const securityRoles = ['open', 'shut'];
      expect(visible({ roles }, { securityRoles })).toMatchObject(NOTHING);
      expect(visible({ roles }, { securityRoles: ['open'] })).toMatchObject(ALL);
    }
  );

  it('does not lift restrictions', () => {
    const roles = {
      open: { index_permissions: [entry(DOUBT)] },
      shut: { index_permissions: [entry('logs', { dls })] },
    };
    const securityRoles = ['open', 'shut'];
    expect(
      visible({ roles }, { securityRoles }, { dfmEmptyOverridesAll: true }).documents
    ).toMatchObject({ mode: 'some' });
  });
});

describe('an undecided role mapping', () => {
  const roles = {
    open: { index_permissions: [entry('*')] },
    shut: { index_permissions: [entry('logs', { dls })] },
    elsewhere: { index_permissions: [entry('other', { dls })] },
  };
  const subject = { securityRoles: ['open'], backendRoles: ['hr'], host: '192.0.2.1' };

  it.each([
    { users: [DOUBT] },
    { backend_roles: [DOUBT] },
    { hosts: [DOUBT] },
    { and_backend_roles: ['hr', DOUBT] },
  ])('with %j hides what its role restricts, and nothing else', (mapping) => {
    expect(visible({ roles, rolesmapping: { shut: mapping } }, subject)).toMatchObject(NOTHING);
    expect(visible({ roles, rolesmapping: { elsewhere: mapping } }, subject)).toMatchObject(ALL);
  });
  it('has no effect if another condition fails', () =>
    expect(
      visible({ roles, rolesmapping: { shut: { and_backend_roles: ['it', DOUBT] } } }, subject)
    ).toMatchObject(ALL));
  it('has no effect if the user has the role anyway', () => {
    const rolesmapping = { shut: { users: ['jdoe', DOUBT] } };
    expect(visible({ roles, rolesmapping }, subject).documents).toMatchObject({ mode: 'some' });
  });
});

describe('the global tenant', () => {
  const tenants = { global_tenant: {}, other: {} };
  const access = (roles: Entities['roles'], rolesmapping: Entities['rolesmapping'] = {}) => {
    const book = bookOf({ tenants, roles, rolesmapping });
    return whoUnder(book, { name: 'jdoe', securityRoles: ['kibana_user', 'r'] }).tenants();
  };
  const naming = (pattern: string) => ({
    tenant_permissions: [{ tenant_patterns: [pattern], allowed_actions: [] }],
  });
  it('is not writable through kibana_user if an undecided role may name it', () => {
    expect(access({ kibana_user: {}, r: naming('other') }).get('global_tenant')).toBe(true);
    expect(access({ kibana_user: {}, r: naming('global*') }).get('global_tenant')).toBe(false);
    expect(access({ kibana_user: {}, r: naming(DOUBT) }).get('global_tenant')).toBeUndefined();
    const mapped = access({ kibana_user: {}, x: naming('*') }, { x: { users: [DOUBT] } });
    expect(mapped.get('global_tenant')).toBeUndefined();
  });
});

it('OverlayRules returns undecided mappings of the base rules and of unsaved changes', () => {
  const inDoubt = { users: [DOUBT] };
  const rolesmapping = { left: inDoubt, mended: inDoubt, deleted: inDoubt };
  const mapping = (source: object) =>
    normaliseEntity('rolesmapping', source as never) as RoleMapping;
  const changed = new OverlayRules(bookOf({ rolesmapping }), {
    roles: new Map(),
    actiongroups: new Map(),
    rolesmapping: new Map([
      ['mended', mapping({ users: ['x'] })],
      ['deleted', undefined],
      ['added', mapping(inDoubt)],
    ]),
  });
  const roles = changed.doubtfulRoles({ userName: 'jdoe', backendRoles: [] });
  expect([...roles].sort()).toEqual(['added', 'left']);
});

describe('attribute substitution', () => {
  const subject = {
    userName: 'jdoe',
    backendRoles: Array.from({ length: 1_000 }, (_, index) => `role-${index}`.padEnd(200, 'x')),
    roles: [],
    attributes: new Map([
      ['attr.internal.a', '${attr.internal.b}'.repeat(10)],
      ['attr.internal.b', '${attr.internal.a}'.repeat(10)],
      ['attr.internal.team', 'search'],
    ]),
  };
  it('keeps the placeholders of a text that would become too long', () => {
    for (const key of ['attr.internal.a', 'user.roles']) {
      const query = `{"terms":{"a":[${Array(5_000)
        .fill('${' + key + '}')
        .join()}]}}`;
      const filled = substitute(query, subject);
      expect(filled.length).toBeLessThanOrEqual(PATTERN_LIMITS.substitutedLength);
      expect(hasPlaceholder(filled)).toBe(true);
      expect(queryProblem(query, subject)).toMatchObject({ code: 'unresolved_placeholder' });
    }
  });
  it('finds attributes by names with dots and with underscores', () =>
    expect(substitute('${attr.internal.team}-${attr_internal_team}-${no}', subject)).toBe(
      'search-search-${no}'
    ));
});

it('RuleSet drops results of patterns that ran out of time', async () => {
  const book = bookOf({ roles: { r: {} }, rolesmapping: { r: { users: ['/(j)doe\\1?/'] } } });
  const ends = patternBudget.onRefused(() => book.forgetMatchResults());
  const roles = () => book.roleNamesFor({ userName: 'jdoe', backendRoles: [] }, []);
  const { version } = book;
  const outcomes = Array.from({ length: 5 }, () =>
    patternBudget.interruptible(/^(x+x+)+y$/, 'x'.repeat(200))
  );
  expect(outcomes.at(-1)).toEqual({ kind: 'no_time' });
  expect(roles()).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  ends();
  expect(book.version).toBeGreaterThan(version);
  expect(roles()).toEqual(['r']);
});
