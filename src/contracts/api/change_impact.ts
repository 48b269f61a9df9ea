/** Impact of unsaved changes: users who gain or lose access. `POST /api/v1/access/impact`. */
import { Type } from '@sinclair/typebox';
import { EXPLAIN_LIMITS } from '../limits/explain';
import { closed, flag, integer, text, texts, stringEnum, type Shape } from '../schema';
import { PROPOSED_CHANGES } from './explain_request';

export const IMPACT_BODY = closed({ changes: PROPOSED_CHANGES });

const PERMISSION = closed({
  kind: stringEnum(['cluster', 'index', 'tenant']),
  on: text("Pattern of indices or tenants; '' for the cluster."),
  actions: texts('Patterns of actions, the first of them; `read` or `write` for tenants.', {
    maxItems: EXPLAIN_LIMITS.impactActions,
  }),
  listed: texts('What roles list to grant the actions: action groups, or actions themselves.', {
    maxItems: EXPLAIN_LIMITS.impactActions,
  }),
});
export type ImpactPermission = Shape<typeof PERMISSION>;

const AFFECTED_USER = closed({
  name: text(),
  roles: texts('Roles that are gained or lost, the first of them.', {
    maxItems: EXPLAIN_LIMITS.impactRoles,
  }),
  permissions: Type.Array(PERMISSION, {
    maxItems: EXPLAIN_LIMITS.impactPermissions,
    description: 'What is gained or lost of what roles permit, the first of it.',
  }),
});
export type AffectedUser = Shape<typeof AFFECTED_USER>;

const affected = (description: string) =>
  closed(
    {
      total: integer(),
      people: Type.Array(AFFECTED_USER, {
        maxItems: EXPLAIN_LIMITS.impactPeople,
        description: 'The first of them, by name.',
      }),
    },
    description
  );

export const CHANGE_IMPACT = closed({
  gains: affected('Internal users who have a role or a permission more.'),
  loses: affected('Internal users who have a role or a permission less.'),
  sees_other: closed(
    { total: integer(), names: texts(undefined, { maxItems: EXPLAIN_LIMITS.impactPeople }) },
    'Internal users who see other documents or fields of what they may read before and after.'
  ),
  complete: flag('Whether there was time to look at everybody; else the numbers are the least.'),
});
export type ChangeImpact = Shape<typeof CHANGE_IMPACT>;
