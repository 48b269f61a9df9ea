/** Impersonation. */
import { compilePattern } from '../../../access/patterns/pattern';
import type { IdentityService, KnownCaller } from '../../authentication/identity_service';
import type { EngineSettings } from '../../../api/settings';
import type { EngineCaller, EngineRequest } from '../../../api/engine';
import { coreError, RestError } from '../../../model/responses';

const HEADER = 'opendistro_security_impersonate_as';

/**
 * The user for whom the request is evaluated: the caller, or the user that the header names.
 * @throws {RestError} 403
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
  // A delegated credential acts for its owner only.
  const isAllowed = !known.identity.isDelegated && Object.hasOwn(impersonation, own);
  const patterns = isAllowed ? (impersonation[own] ?? []) : [];
  const shortName = name.slice(0, 256);
  if (!patterns.some((pattern) => compilePattern(pattern)(name))) {
    throw new RestError(error(`'${own}' is not allowed to impersonate as '${shortName}'`));
  }
  const other = identities.identifyByName(name, caller.remoteAddress);
  if (!other) throw new RestError(error(`No such user:${shortName}`));
  return other;
}

const error = (reason: string) => coreError(403, 'security_exception', reason);
