/**
 * Impact of unsaved changes, or of a revert: users who gain or lose access.
 * `POST /api/v1/access/impact`.
 */
import { Type } from '@sinclair/typebox';
import { EXPLAIN_LIMITS } from '../limits/explain';
import { ENGINE_LIMITS } from '../limits/engine';
import { closedObject, flag, integer, text, texts, stringEnum, type Shape } from '../schema';
import { PROPOSED_CHANGES } from './explain_request';
import { NOT_CONSIDERED } from './not_considered';

export const IMPACT_BODY = Type.Union([
  closedObject({ changes: PROPOSED_CHANGES }),
  closedObject({
    reverts: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      minItems: 1,
      maxItems: ENGINE_LIMITS.changeSetSize,
      description: 'Ids of recorded changes that would be reverted together.',
    }),
  }),
]);

const PERMISSION = closedObject({
  kind: stringEnum(['cluster', 'index', 'tenant']),
  on: text("Pattern of indices or tenants; '' for the cluster."),
  actions: texts('The first patterns of actions; `read` or `write` for tenants.', {
    maxItems: EXPLAIN_LIMITS.impactActions,
  }),
  listed: texts('Entries of the roles that grant the actions: action groups or actions.', {
    maxItems: EXPLAIN_LIMITS.impactActions,
  }),
});
export type ImpactPermission = Shape<typeof PERMISSION>;

const AFFECTED_USER = closedObject({
  name: text(),
  roles: texts('The first of the gained or lost roles.', {
    maxItems: EXPLAIN_LIMITS.impactRoles,
  }),
  permissions: Type.Array(PERMISSION, {
    maxItems: EXPLAIN_LIMITS.impactPermissions,
    description: 'The first of the gained or lost permissions.',
  }),
});
export type AffectedUser = Shape<typeof AFFECTED_USER>;

const affectedUsers = (description: string) =>
  closedObject(
    {
      total: integer(),
      people: Type.Array(AFFECTED_USER, {
        maxItems: EXPLAIN_LIMITS.impactPeople,
        description: 'The first of them, sorted by name.',
      }),
      hosts: texts('Also everyone who connects from these addresses.', {
        maxItems: EXPLAIN_LIMITS.patterns,
      }),
    },
    description
  );

export const CHANGE_IMPACT = closedObject({
  gains: affectedUsers('Internal users who gain a role or a permission.'),
  loses: affectedUsers('Internal users who lose a role or a permission.'),
  sees_other: closedObject(
    { total: integer(), names: texts(undefined, { maxItems: EXPLAIN_LIMITS.impactPeople }) },
    'Internal users who see other documents or fields of indices that they can read before and after.'
  ),
  complete: flag('Whether all users were evaluated in time; otherwise the numbers are minimums.'),
  not_considered: NOT_CONSIDERED,
});
export type ChangeImpact = Shape<typeof CHANGE_IMPACT>;
