/**
 * The parts of the configuration that are not entities: audit logging, security configuration,
 * cache (docs/reference/security-app.md#configuration-routes). All need API access; errors are the
 * engine's.
 */
import { Type } from '@sinclair/typebox';
import { AUDIT_ANSWER, CACHE_ANSWER, CHANGE_ANSWER, SECURITY_CONFIG_ANSWER } from '@sd/contracts';
import { API_PATHS, SECURITY_ERRORS, type ChangeResponse } from '../../common';
import { EngineRequestError } from '../engine_refusals';
import { refused } from '../errors';
import {
  accepted,
  answering,
  enginePaths,
  PRECONDITIONS,
  preconditionsOf,
  reached,
  withTag,
} from './shared/engine_answers';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin' } as const;

export function registerConfigurationRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  router.get(
    {
      path: `${API_PATHS.configuration}/audit`,
      validate: false,
      doc: { summary: 'Show the audit configuration', answers: { 200: AUDIT_ANSWER } },
      options: ADMIN,
    },
    (request, response) =>
      answering(deps, response, async () => {
        const answer = await accepted(
          asScoped(request).request({ method: 'GET', path: enginePaths.audit })
        );
        return response.ok({ body: answer.body, ...withTag(answer) });
      })
  );

  router.post(
    {
      path: `${API_PATHS.configuration}/audit/config`,
      validate: { body: Type.Unknown() },
      doc: {
        summary: 'Replace the audit configuration',
        answers: { 200: CHANGE_ANSWER },
        errors: [SECURITY_ERRORS.staleAudit],
        headers: PRECONDITIONS,
      },
      options: ADMIN,
    },
    (request, response) =>
      answering(deps, response, async () => {
        const engineAnswer = await reached(
          asScoped(request).request({
            method: 'PUT',
            path: enginePaths.auditConfig,
            headers: preconditionsOf(request),
            body: request.body,
          })
        );
        if (engineAnswer.statusCode === 412 || engineAnswer.statusCode === 409) {
          return refused(response, SECURITY_ERRORS.staleAudit);
        }
        if (engineAnswer.statusCode >= 400) throw new EngineRequestError(engineAnswer);
        const { message } = engineAnswer.body as ChangeResponse;
        return response.ok({ body: { message }, ...withTag(engineAnswer) });
      })
  );

  router.get(
    {
      path: `${API_PATHS.configuration}/securityconfig`,
      validate: false,
      doc: { summary: 'Show the security configuration', answers: { 200: SECURITY_CONFIG_ANSWER } },
      options: ADMIN,
    },
    (request, response) =>
      answering(deps, response, async () => {
        const answer = await accepted(
          asScoped(request).request({
            method: 'GET',
            path: enginePaths.collection('securityconfig'),
          })
        );
        const data = answer.body as object;
        return response.ok({
          body: { total: Object.keys(data).length, data },
          ...withTag(answer),
        });
      })
  );

  router.get(
    {
      path: API_PATHS.cache,
      validate: false,
      doc: {
        summary: 'List what is cached of users; empty where the engine shows nothing',
        answers: { 200: CACHE_ANSWER },
      },
      options: ADMIN,
    },
    (request, response) =>
      answering(deps, response, async () => {
        const answer = await reached(
          asScoped(request).request({ method: 'GET', path: enginePaths.cache })
        );
        // Engines know the cache and let it be purged alone.
        const isUnlisted = answer.statusCode === 405 || answer.statusCode === 501;
        if (answer.statusCode >= 400 && !isUnlisted) throw new EngineRequestError(answer);
        const data = isUnlisted ? {} : (answer.body as Record<string, unknown>);
        return response.ok({ body: { total: Object.keys(data).length, data } });
      })
  );

  router.delete(
    {
      path: API_PATHS.cache,
      validate: false,
      doc: { summary: 'Forget what was remembered of users', answers: { 200: CHANGE_ANSWER } },
      options: ADMIN,
    },
    (request, response) =>
      answering(deps, response, async () => {
        const { body } = await accepted(
          asScoped(request).request({ method: 'DELETE', path: enginePaths.cache })
        );
        const answer: ChangeResponse = { message: (body as ChangeResponse).message };
        return response.ok({ body: answer });
      })
  );
}
