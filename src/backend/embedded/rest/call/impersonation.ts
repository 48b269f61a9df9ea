/** Acting as somebody else. Source: docs/reference/engine.md#impersonation. */
import { compilePattern } from '../../../access/patterns/pattern';
import type { IdentityService, KnownCaller } from '../../authentication/identity_service';
import type { EngineSettings } from '../../../contract/settings';
import type { EngineCaller, EngineRequest } from '../../../contract/engine';
import { coreError, RestFailure } from '../answers/responses';

const HEADER = 'opendistro_security_impersonate_as';

/**
 * Who the call is decided for: the caller, or whom the header names.
 * @throws {RestFailure} 403
 */
export function actingAs(
  identities: IdentityService,
  { impersonation }: Pick<EngineSettings, 'impersonation'>,
  caller: EngineCaller,
  request: EngineRequest,
  known: KnownCaller | undefined
): KnownCaller | undefined {
  const name = request.headers?.[HEADER];
  if (name === undefined || name === '' || caller.kind !== 'user' || !known) return known;
  const own = known.identity.userName;
  // A delegated credential stands for its owner only.
  const isAllowed = !known.identity.isDelegated && Object.hasOwn(impersonation, own);
  const patterns = isAllowed ? (impersonation[own] ?? []) : [];
  const shown = name.slice(0, 256);
  if (!patterns.some((pattern) => compilePattern(pattern)(name))) {
    throw new RestFailure(refusal(`'${own}' is not allowed to impersonate as '${shown}'`));
  }
  const other = identities.identifyByName(name, caller.remoteAddress);
  if (!other) throw new RestFailure(refusal(`No such user:${shown}`));
  return other;
}

const refusal = (words: string) => coreError(403, 'security_exception', words);
