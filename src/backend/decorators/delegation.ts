/**
 * Enforces the rule of `Identity.isDelegated` for backends that do not: a cluster lets an
 * on-behalf-of token of an administrator change that administrator's own entry.
 */
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import type { Engine, EngineRequest } from '../api/engine';
import { forbidden } from '../model/responses';
import { issuesToken, targetsOf } from './targets';
import { nameOf } from './user_name';

const IN_USER_ONLY = forbidden(englishText(ENGINE_ERRORS.inPersonOnly));

export const withDelegationRule = (engine: Engine): Engine => ({
  ...engine,
  request: async (caller, request) => {
    const isRefused =
      takesUser(request, nameOf(caller)) && (await engine.identify(caller))?.isDelegated;
    return isRefused ? IN_USER_ONLY : engine.request(caller, request);
  },
});

const takesUser = (request: EngineRequest, owner: string): boolean =>
  issuesToken(request) ||
  targetsOf(request, owner).some(
    (target) =>
      target.kind !== 'document' &&
      target.type === 'internalusers' &&
      (target.kind === 'collection' || target.name === owner)
  );
