/**
 * `POST /api/v1/configuration/{resource}/{id}/_rename`: gives a role, an action group or a tenant
 * another name, with everything that refers to it, all or nothing; with `dry_run`, returns what
 * would move. Errors: 400 name, 404, 409 taken name, conflict or lockout, 413 too many references,
 * 501 without the feature `rename`, and the engine's. Needs API access.
 */
import { Type } from '@sinclair/typebox';
import {
  attributesOf,
  ENGINE_ERRORS,
  englishText,
  ENTITIES,
  RENAME_BODY,
  RENAME_RIGHTS,
  RENAME_RESPONSE,
  type RenameResponse,
} from '@sd/contracts';
import { API_PATHS, CONFIRM_LOCKOUT, isValidResourceName, SECURITY_ERRORS } from '../../../common';
import { engineMessage, EngineRequestError } from '../../engine_errors';
import { refused } from '../../errors';
import { PRECONDITIONS } from '../../../common/call_parts';
import {
  enginePaths,
  mapEngineErrors,
  preconditionsOf,
  withEngineErrors,
  withTag,
} from '../shared/engine_requests';
import { CONFIRM_QUERY } from '../../../common/call_parts';
import type { RouteDeps } from '../shared/route_deps';

const query = Type.Object({
  ...CONFIRM_QUERY.properties,
  dry_run: Type.Optional(Type.Literal('true')),
});

/** Entries that refer to the renamed one change with it. */
export function registerRename(deps: RouteDeps, resource: keyof typeof RENAME_RIGHTS): void {
  const { router, asScoped, clusters } = deps;
  const kind = ENTITIES[resource].noun;
  router.post(
    {
      path: `${API_PATHS.configuration}/${resource}/{id}/_rename`,
      validate: {
        params: Type.Object({ id: Type.String({ minLength: 1 }) }),
        query,
        body: RENAME_BODY,
      },
      doc: {
        summary: `Rename an entry with everything that refers to it (${kind})`,
        responses: { 200: RENAME_RESPONSE },
        errors: [
          SECURITY_ERRORS.invalidName,
          ENGINE_ERRORS.reserved,
          ENGINE_ERRORS.notFound,
          SECURITY_ERRORS.alreadyExists,
          SECURITY_ERRORS.staleVersion,
          SECURITY_ERRORS.featureUnsupported,
          ENGINE_ERRORS.tenantMoving,
          ENGINE_ERRORS.renameUnfinished,
          ENGINE_ERRORS.renameUndone,
          ENGINE_ERRORS.renameStopped,
          ENGINE_ERRORS.tenantSharesIndex,
        ],
        headers: { 'if-match': PRECONDITIONS['if-match'] },
      },
      options: { access: 'admin', rights: RENAME_RIGHTS[resource] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        if (!clusters.featuresOf(request).rename)
          return refused(response, SECURITY_ERRORS.featureUnsupported, { feature: 'rename' });
        const { to } = request.body;
        if (!isValidResourceName(to)) return refused(response, SECURITY_ERRORS.invalidName);
        const { id } = request.params;
        const { [CONFIRM_LOCKOUT]: confirmed, dry_run: dryRun } = request.query;
        const result = await mapEngineErrors(
          asScoped(request).request({
            method: 'POST',
            path: `${enginePaths.entity(resource, id)}/_rename`,
            query: {
              ...(confirmed === 'true' && { [CONFIRM_LOCKOUT]: confirmed }),
              ...(dryRun !== undefined && { dry_run: dryRun }),
            },
            headers: preconditionsOf(request),
            body: { to },
          })
        );
        const { statusCode } = result;
        const isTaken = statusCode === 409 && engineMessage(result) === `'${to}' exists.`;
        if (statusCode === 412 || isTaken) {
          const error = isTaken ? SECURITY_ERRORS.alreadyExists : SECURITY_ERRORS.staleVersion;
          const params = { kind, name: isTaken ? to : id };
          return response.conflict({
            body: {
              message: englishText(error, params),
              attributes: { ...attributesOf(error, params) },
            },
          });
        }
        if (statusCode >= 400) throw new EngineRequestError(result);
        return response.ok({ body: result.body as RenameResponse, ...withTag(result) });
      })
  );
}
