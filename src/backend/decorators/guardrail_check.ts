/**
 * Refuses changes that newly break a guardrail, for a backend that knows none. Like the lockout
 * check, it predicts the state after the change. What it cannot predict is refused.
 */
import type { EngineSupplies, GuardrailCheck } from '../api/backend';
import { type Change, type EntityChange, isEntityType } from '../api/change';
import type {
  ConfigurationReader,
  Engine,
  EngineRequest,
  EngineResponse,
  RequestCaller,
} from '../api/engine';
import { accessDenied } from '../model/responses';
import { accessError, backendPrecheck } from './backend_precheck';
import { proposalOf } from './proposed_changes';
import { mayChangeAccess, renameOf, targetsOf } from './targets';
import { nameOf } from './user_name';

type Supplies = Pick<EngineSupplies, 'configuration' | 'settings'> & {
  readonly guardrails: GuardrailCheck;
};

export const withGuardrailCheck = (engine: Engine, supplies: Supplies): Engine => ({
  ...engine,
  request: async (caller, request) => {
    // A rename checks its steps together (`withRename`).
    if (!mayChangeAccess(request) || renameOf(request)) return engine.request(caller, request);
    return (await denialOf(engine, supplies, caller, request)) ?? engine.request(caller, request);
  },
});

export async function changesOf(
  request: EngineRequest,
  caller: RequestCaller,
  configuration: ConfigurationReader
): Promise<readonly Change[] | undefined> {
  const targets = targetsOf(request, nameOf(caller));
  return proposalOf(request, targets, configuration);
}

async function denialOf(
  engine: Engine,
  { configuration, settings, guardrails }: Supplies,
  caller: RequestCaller,
  request: EngineRequest
): Promise<EngineResponse | undefined> {
  const [target] = targetsOf(request, nameOf(caller));
  const type = target?.kind === 'document' ? undefined : target?.type;
  // Users who may change nothing must not learn about promises, nor make the server check them.
  const isAdmin = (await engine.identify(caller))?.hasApiAccess === true;
  const error = type && !isAdmin && (await accessError(engine, caller, request, type));
  if (error) return error;
  let changes: readonly Change[] | undefined;
  const denial = await guardrails.denial(
    async () => (changes = await changesOf(request, caller, configuration))
  );
  if (!denial) return undefined;
  if (!type) return isAdmin ? denial : accessDenied();
  const [change, ...more] = changes ?? [];
  const about =
    change && more.length === 0 && isEntityType(change.type)
      ? { type, name: change.name, present: (change as EntityChange).before }
      : { type };
  return (await backendPrecheck(engine, settings, caller, request, about)) ?? denial;
}
