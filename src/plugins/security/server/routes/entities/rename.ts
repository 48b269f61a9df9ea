/**
 * `POST /api/v1/configuration/{resource}/{id}/_rename`: gives a role, an action group or a tenant
 * another name, with everything that refers to it, all or nothing; with `dry_run`, returns what
 * would move. Errors: 400 name, 404, 409 taken name, conflict or lockout, 413 too many references,
 * 501 without the feature `rename`, and the engine's. Needs API access.
 */
import { CodedError, ENTITIES, type RenameResponse } from '@sd/contracts';
import {
  CONFIRM_LOCKOUT,
  isValidResourceName,
  RENAME_ENTITY,
  SECURITY_ERRORS,
} from '../../../common';
import { engineMessage, EngineRequestError } from '../../engine_errors';
import { enginePaths, mapEngineErrors, getPreconditions, withTag } from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerRename({ respond, clusters }: RouteDeps): void {
  respond(RENAME_ENTITY, async ({ params, query, body, engine, request }, response) => {
    if (!clusters.featuresOf(request).rename)
      throw new CodedError(SECURITY_ERRORS.featureUnsupported, { feature: 'rename' });
    const { to } = body;
    if (!isValidResourceName(to)) throw new CodedError(SECURITY_ERRORS.invalidName);
    const { resource, id } = params;
    const { [CONFIRM_LOCKOUT]: confirmed, dry_run: dryRun } = query;
    const result = await mapEngineErrors(
      engine.request({
        method: 'POST',
        path: `${enginePaths.entity(resource, id)}/_rename`,
        query: {
          ...(confirmed === 'true' && { [CONFIRM_LOCKOUT]: confirmed }),
          ...(dryRun !== undefined && { dry_run: dryRun }),
        },
        headers: getPreconditions(request),
        body: { to },
      })
    );
    const { statusCode } = result;
    const isTaken = statusCode === 409 && engineMessage(result) === `'${to}' exists.`;
    if (statusCode === 412 || isTaken) {
      const error = isTaken ? SECURITY_ERRORS.alreadyExists : SECURITY_ERRORS.staleVersion;
      throw new CodedError(error, { kind: ENTITIES[resource].noun, name: isTaken ? to : id });
    }
    if (statusCode >= 400) throw new EngineRequestError(result);
    return response.ok({ body: result.body as RenameResponse, ...withTag(result) });
  });
}
