/**
 * Access of a user within the scope of an API key, compared with the user's own access and the
 * key's permissions (property-based).
 */
import fc from 'fast-check';
import type { ApiKeyPermissions } from '../../../../contracts/api';
import { bookOf, NOW } from '../../../access/evaluation/mocks';
import { decideAccess } from '../../../access/evaluation/access_decision';
import type { Subject } from '../../../access/evaluation/attributes';
import type { Identity } from '../../../api/engine';
import { BoundAccess, RoleSetAccess } from '../../../access/evaluation/role_set_access';
import { explainSubject } from '../../../access/explanation/context';
import { DECISION_SETTINGS } from '../../../testing/decisions';
import { runToCompletion } from '../../../scheduling/cooperative_task';
import { narrowedSubject, restrictToApiKey } from './api_key_scope';

const API_ROLE = 'r1';
const ACTIONS = ['indices:x', 'indices:y', 'cluster:c', 'restapi:admin/roles'];
const INDICES = ['a', 'b', 'ab', 'jdoe'];
const TENANTS = ['sales', 'staff', 'global_tenant', 'jdoe'];

const action = fc.constantFrom(
  'indices:x',
  'indices:*',
  'g1',
  '*',
  'cluster:*',
  'restapi:admin/*',
  'nothing'
);
const pattern = fc.constantFrom('a', 'a*', '*', '?', 'jdoe', '${user.name}', '__user__');
const tenantPattern = fc.constantFrom(
  'sales',
  's*',
  '*',
  'global_tenant',
  '__user__',
  '${user.name}'
);
const tenantAction = fc.constantFrom('kibana:saved_objects/*/write', 'kibana:saved_objects/*/read');
const listed = {
  cluster_permissions: fc.array(action, { maxLength: 2 }),
  index_permissions: fc.array(
    fc.record({
      index_patterns: fc.array(pattern, { minLength: 1, maxLength: 2 }),
      allowed_actions: fc.array(action, { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 2 }
  ),
  tenant_permissions: fc.array(
    fc.record({
      tenant_patterns: fc.array(tenantPattern, { minLength: 1, maxLength: 2 }),
      allowed_actions: fc.array(tenantAction, { maxLength: 1 }),
    }),
    { maxLength: 2 }
  ),
};
const permissions: fc.Arbitrary<ApiKeyPermissions> = fc.record(listed);
const names = fc.constantFrom(API_ROLE, 'r2', 'kibana_user');
const world = fc.record({
  roles: fc.dictionary(names, fc.record(listed), { noNullPrototype: true }),
  groups: fc.record({ g1: fc.array(action, { maxLength: 2 }) }),
  held: fc.uniqueArray(names),
  key: fc.record({
    roles: fc.option(fc.uniqueArray(names), { nil: undefined }),
    permissions: fc.option(permissions, { nil: undefined }),
    isReadOnly: fc.boolean(),
  }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function restricted({ roles, groups, held, key }: World) {
  const rules = bookOf({ roles, groups, tenants: ['sales', 'staff', 'global_tenant'] });
  const apiRoles = new Set([API_ROLE]);
  const subject: Subject = {
    userName: 'jdoe',
    backendRoles: [],
    roles: held,
    attributes: new Map(),
  };
  const identity: Identity = {
    userName: 'jdoe',
    backendRoles: [],
    roles: held,
    tenants: Object.fromEntries(rules.tenantsFor(subject)),
    hasApiAccess: held.includes(API_ROLE),
    isInternalUser: true,
    isReserved: false,
  };
  const owner = { identity, subject };
  return { rules, owner, apiRoles, byKey: restrictToApiKey(owner, key, { rules, apiRoles }) };
}

/** Decisions as they are made for requests and as explanations show them. */
function decisions(
  { rules }: ReturnType<typeof restricted>,
  subject: Subject,
  action: string,
  index: string
) {
  const { within } = subject;
  const roles = rules.compiledRoles(subject.roles);
  const who = {
    subject,
    access: within
      ? new BoundAccess(roles, rules.compiledPermissions(within))
      : new RoleSetAccess(roles),
    tenants: () => rules.tenantsFor(subject),
    doubtfulRoles: rules.compiledRoles(subject.doubtfulRoles ?? []),
  };
  const request = { action, indices: action.startsWith('indices') ? [index] : [] };
  return decideAccess(who, request, DECISION_SETTINGS, (name) => rules.hasTenant(name), NOW)
    .decision;
}

describe('access of an API key', () => {
  it('never exceeds the access of its owner (property)', () => {
    fc.assert(
      fc.property(world, (sample) => {
        const all = restricted(sample);
        const { owner, byKey } = all;
        if (byKey.identity.hasApiAccess) expect(owner.identity.hasApiAccess).toBe(true);
        for (const [tenant, canWrite] of Object.entries(byKey.identity.tenants)) {
          expect(Object.keys(owner.identity.tenants)).toContain(tenant);
          if (canWrite) expect(owner.identity.tenants[tenant]).toBe(true);
        }
        for (const action of ACTIONS)
          for (const index of INDICES)
            if (decisions(all, byKey.subject, action, index).outcome === 'allowed')
              expect(decisions(all, owner.subject, action, index).outcome).toBe('allowed');
      }),
      { numRuns: 500 }
    );
  });

  it("is the intersection of the owner's access and the key's permissions (property)", () => {
    fc.assert(
      fc.property(world, permissions, (sample, own) => {
        const whole = restricted({ ...sample, key: { ...sample.key, permissions: undefined } });
        const all = restricted({ ...sample, key: { ...sample.key, permissions: own } });
        // A user whose only role is what the key grants.
        const named = restricted({
          roles: { named: own as never },
          groups: sample.groups,
          held: ['named' as never],
          key: { roles: undefined, permissions: undefined, isReadOnly: false },
        });
        for (const action of ACTIONS)
          for (const index of INDICES) {
            const both = [whole, named].every(
              (one) => decisions(one, one.byKey.subject, action, index).outcome === 'allowed'
            );
            const outcome = decisions(all, all.byKey.subject, action, index).outcome;
            expect([action, index, outcome === 'allowed']).toEqual([action, index, both]);
          }
        for (const tenant of TENANTS) {
          const isNamed = own.tenant_permissions.some(({ tenant_patterns: patterns }) =>
            patterns.some(
              (one) =>
                ['*', tenant].includes(one) ||
                (one === 's*' && tenant.startsWith('s')) ||
                (tenant === 'jdoe' && ['__user__', '${user.name}'].includes(one))
            )
          );
          const expected = isNamed && Object.hasOwn(whole.byKey.identity.tenants, tenant);
          expect([tenant, Object.hasOwn(all.byKey.identity.tenants, tenant)]).toEqual([
            tenant,
            expected,
          ]);
        }
      }),
      { numRuns: 500 }
    );
  });

  it('is the same in explanations, also for a single tenant (property)', () => {
    fc.assert(
      fc.property(world, (sample) => {
        const { rules, byKey } = restricted(sample);
        const explained = runToCompletion(explainSubject(rules, byKey.subject));
        const decided = rules.tenantsFor(byKey.subject);
        for (const tenant of TENANTS)
          expect([tenant, explained.tenants().get(tenant)]).toEqual([tenant, decided.get(tenant)]);
      }),
      { numRuns: 300 }
    );
  });
});

it('keeps the restrictions of roles outside the scope of a key', () => {
  const subject: Subject = {
    userName: 'jdoe',
    backendRoles: [],
    attributes: new Map(),
    roles: ['reader', 'masked'],
    doubtfulRoles: ['slow'],
  };
  expect(narrowedSubject(subject, { roles: ['reader'], permissions: undefined })).toMatchObject({
    roles: ['reader'],
    doubtfulRoles: ['slow', 'masked'],
  });
  expect(narrowedSubject(subject, { roles: undefined, permissions: undefined })).toMatchObject({
    roles: ['reader', 'masked'],
    doubtfulRoles: ['slow'],
  });
});
