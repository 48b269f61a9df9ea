/**
 * Refuses changes that newly break a guardrail, for a backend that knows none. Like the lockout
 * check, it predicts the state after the change. What it cannot predict is refused.
 */
import type { EngineSupplies, GuardrailCheck } from '../api/backend';
import { isEntityType } from '../api/change';
import type { Engine } from '../api/engine';
import type { CheckError } from '../changes/checks';
import { accessError, backendErrorOr } from './backend_precheck';
import type { PendingChange } from './pending_change';

export async function guardrailError(
  engine: Pick<Engine, 'identify' | 'request'>,
  settings: EngineSupplies['settings'],
  guardrails: GuardrailCheck,
  pending: PendingChange
): Promise<CheckError> {
  const { caller, parsed } = pending;
  // A rename checks its steps together.
  if (!parsed.mayChangeAccess || parsed.renamed) return undefined;
  const type = parsed.targets[0]?.type;
  // Users who may change nothing must not learn about promises, nor make the server check them.
  const isAdmin = (await engine.identify(caller))?.hasApiAccess === true;
  const error =
    type && isEntityType(type) && !isAdmin
      ? await accessError(engine, caller, parsed.request, type)
      : undefined;
  if (error) return error;
  const denial = await guardrails.denial(() => pending.predict());
  return denial && backendErrorOr(engine, settings, pending, denial);
}
