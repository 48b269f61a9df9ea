/**
 * The rule of `Identity.isDelegated` for a backend that does not know it: a cluster lets an
 * administrator's on-behalf-of token change that administrator's own entry.
 */
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import type { Engine, EngineRequest } from '../contract/engine';
import { forbidden } from '../model/answers';
import { decorated } from './decorated';
import { issuesToken, targetsOf } from './targets';
import { nameOf } from './user_name';

const IN_PERSON_ONLY = forbidden(englishText(ENGINE_ERRORS.inPersonOnly));

export const withDelegationRule = (engine: Engine): Engine =>
  decorated(engine, {
    request: async (caller, request) => {
      const isRefused =
        takesPerson(request, nameOf(caller)) && (await engine.identify(caller))?.isDelegated;
      return isRefused ? IN_PERSON_ONLY : engine.request(caller, request);
    },
  });

const takesPerson = (request: EngineRequest, owner: string): boolean =>
  issuesToken(request) ||
  targetsOf(request, owner).some(
    (target) =>
      target.kind !== 'document' &&
      target.type === 'internalusers' &&
      (target.kind === 'collection' || target.name === owner)
  );
