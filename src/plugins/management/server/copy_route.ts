/**
 * `POST _copy_to_tenant`: copies saved objects of the current tenant into another one. The scoped
 * client decides about reading here; writing there needs a writing permission of the caller in that
 * tenant.
 */
import { CodedError } from '@sd/contracts';
import type { Logger, Router } from '@sd/core/server';
import type { SecurityPluginSetup } from '../../security/server';
import {
  API_PATHS,
  MANAGEMENT_ERRORS,
  COPY_RESPONSE,
  COPY_BODY,
  mayWriteTenant,
  type CopyResponse,
} from '../common';
import { copyObjects } from './copy_objects';
import { responseErrors, type GetSavedObjects } from './saved_objects_access';

export interface CopyRouteDeps {
  readonly router: Router;
  readonly getSavedObjects: GetSavedObjects;
  readonly security: SecurityPluginSetup;
  readonly logger: Logger;
}

export function registerCopyRoute(deps: CopyRouteDeps): void {
  const { router, getSavedObjects, security, logger } = deps;
  router.post(
    {
      path: API_PATHS.copyToTenant,
      validate: { body: COPY_BODY },
      doc: {
        summary: 'Copy saved objects into another tenant',
        answers: { 200: COPY_RESPONSE },
        errors: Object.values(MANAGEMENT_ERRORS),
      },
      options: { access: 'user' },
    },
    (request, response) =>
      responseErrors(response, async () => {
        const { auth, body } = request;
        const { tenant } = body;
        if (auth?.tenant === undefined) {
          throw new CodedError(MANAGEMENT_ERRORS.noTenant);
        }
        if (tenant === auth.tenant) {
          throw new CodedError(MANAGEMENT_ERRORS.sameTenant);
        }
        const { identity } = auth;
        if (!mayWriteTenant(tenant, identity) || !(await security.mayUseTenant(tenant, identity))) {
          throw new CodedError(MANAGEMENT_ERRORS.noWritePermission);
        }
        const savedObjects = await getSavedObjects();
        const partition = security.tenantPartition(tenant, identity.userName);
        const results = await savedObjects.runTransfer(request, () =>
          copyObjects(body, {
            source: savedObjects.getScopedClient(request),
            target: savedObjects.createInternalClient(partition),
            types: savedObjects.getTypes(),
          })
        );
        const successCount = results.filter(
          ({ status }) => status === 'copied' || status === 'overwritten'
        ).length;
        logger.info('Saved objects were copied to another tenant', {
          user: identity.userName,
          from: auth.tenant,
          to: tenant,
          successCount,
          overwrite: body.overwrite,
        });
        const result: CopyResponse = { tenant, successCount, results };
        return response.ok({ body: result });
      })
  );
}
