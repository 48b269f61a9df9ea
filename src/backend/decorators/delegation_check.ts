/**
 * Enforces the rule of `Identity.isDelegated` for backends that do not: a cluster lets an
 * on-behalf-of token of an administrator change that administrator's own entry.
 */
import type { Engine } from '../api/engine';
import { type CheckError, delegationError, IN_PERSON_ONLY } from '../changes/checks';
import type { PendingChange } from './pending_change';
import { getName } from './user_name';

export async function delegatedChangeError(
  engine: Pick<Engine, 'identify'>,
  { caller, parsed: { issuesToken, targets } }: PendingChange
): Promise<CheckError> {
  const { isDelegated } = (await engine.identify(caller)) ?? {};
  if (isDelegated && issuesToken) return IN_PERSON_ONLY;
  return delegationError({ isDelegated, userName: getName(caller) }, targets);
}
