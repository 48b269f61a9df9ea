/** Explanations for an API key: its owner's access, narrowed to the key's permissions. */
import type { AccessExplanation, ExplainedKey } from '../../../contracts/api';
import { decisionSteps } from '../evaluation/access_decision';
import type { Subject } from '../evaluation/attributes';
import { BoundAccess } from '../evaluation/role_set_access';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { listTenants, type ExplainContext } from './context';
import { toDecision } from './explanation';

export interface SubjectApiKey {
  readonly id: string;
  readonly name: string;
  /** Whether the key may only read saved objects in tenants. */
  readonly isReadOnly: boolean;
  /** The owner, limited to the key's permissions. */
  narrow(subject: Subject): Subject;
}

/**
 * Adds the key to an explanation of its owner. The decision takes both into account; `key` lists
 * the actions that only the key lacks.
 * @param context - the context of the owner, with the roles that count
 */
export function* explainWithApiKey(
  { depends_on_indices: _ofOwner, ...explained }: AccessExplanation,
  { id, name, isReadOnly, narrow }: SubjectApiKey,
  { who, rules, settings, request, nowMs }: ExplainContext
): CooperativeTask<AccessExplanation> {
  const subject = narrow(who.subject);
  const { within } = subject;
  const ownerTenants = listTenants(rules, subject, who.access.roles);
  const tenants: typeof ownerTenants = {
    get: (tenant) => {
      const canWrite = ownerTenants.get(tenant);
      return canWrite === undefined ? undefined : canWrite && !isReadOnly;
    },
  };
  const bound = {
    ...who,
    subject,
    tenants: () => tenants,
    ...(within && { access: new BoundAccess(who.access.roles, rules.compiledPermissions(within)) }),
  };
  const hasTenant = (tenant: string): boolean => rules.hasTenant(tenant);
  const { decision } = yield* decisionSteps(bound, request, settings, hasTenant, nowMs);
  const lacked = new Set(explained.decision.missing_actions);
  const key: ExplainedKey = {
    id,
    name,
    unnamed_actions: within ? decision.missingActions.filter((action) => !lacked.has(action)) : [],
  };
  return { ...explained, decision: toDecision(decision), key };
}
