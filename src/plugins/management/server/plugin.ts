/** Server part of management: routes that the screens need beyond the core APIs. */
import type { CoreSetup, Logger, Plugin, PluginInitializerContext, Router } from '@sd/core/server';
import { CodedError } from '@sd/contracts';
import {
  API_PATHS,
  COPY_BODY,
  COPY_RESPONSE,
  type CopyResponse,
  type ManagedType,
  MANAGEMENT_APP_ID,
  MANAGEMENT_ERRORS,
  mayWriteTenant,
  TYPES_RESPONSE,
  type TypesResponse,
} from '../common';
import {
  DEFAULT_TITLE_FIELD,
  type GetSavedObjects,
  isExportable,
  responseErrors,
} from './saved_objects_access';
import type { SecurityPluginSetup } from '../../security/server';
import { copyObjects } from './copy_objects';

/**
 * `GET _types`: manageable saved-object types, with the number of objects of each in the tenant.
 */
interface TypesRouteDeps {
  readonly router: Router;
  readonly getSavedObjects: GetSavedObjects;
}

function registerTypesRoute({ router, getSavedObjects }: TypesRouteDeps): void {
  router.get(
    {
      path: API_PATHS.types,
      validate: false,
      doc: {
        summary: 'Types of saved objects that users can manage',
        responses: { 200: TYPES_RESPONSE },
      },
      options: { access: 'user' },
    },
    (request, response) =>
      responseErrors(response, async () => {
        const savedObjects = await getSavedObjects();
        const client = savedObjects.getScopedClient(request);
        const visible = savedObjects.getTypes().filter(({ hidden }) => !hidden);
        const types = await Promise.all(
          visible.map(async (type): Promise<ManagedType> => ({
            name: type.name,
            titleField: type.titleField ?? DEFAULT_TITLE_FIELD,
            isExportable: isExportable(type),
            // An empty page costs one count, which the store caches until the next write.
            total: (await client.find({ type: type.name, perPage: 0 })).total,
          }))
        );
        const body: TypesResponse = { types: types.sort((a, b) => a.name.localeCompare(b.name)) };
        return response.ok({ body });
      })
  );
}

/**
 * `POST _copy_to_tenant`: copies saved objects of the current tenant into another one. The scoped
 * client checks read access; the target requires write permission of the caller.
 */
interface CopyRouteDeps {
  readonly router: Router;
  readonly getSavedObjects: GetSavedObjects;
  readonly security: SecurityPluginSetup;
  readonly logger: Logger;
}

function registerCopyRoute(deps: CopyRouteDeps): void {
  const { router, getSavedObjects, security, logger } = deps;
  router.post(
    {
      path: API_PATHS.copyToTenant,
      validate: { body: COPY_BODY },
      doc: {
        summary: 'Copy saved objects into another tenant',
        responses: { 200: COPY_RESPONSE },
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

export type ManagementPluginSetup = Record<string, never>;
export type ManagementPluginStart = Record<string, never>;

/** Plugin names as in the manifest. */
export interface ManagementSetupDeps {
  readonly security?: SecurityPluginSetup;
}

export class ManagementPlugin implements Plugin<
  ManagementPluginSetup,
  ManagementPluginStart,
  ManagementSetupDeps
> {
  constructor(private readonly context: PluginInitializerContext) {}

  /** Without the security plugin there are no tenants, so the copy route is not registered. */
  setup(core: CoreSetup, { security }: ManagementSetupDeps): ManagementPluginSetup {
    core.pages.addPreloadProvider(({ url }) => ({
      apps: [MANAGEMENT_APP_ID],
      imports: url.pathname.startsWith(`/app/${MANAGEMENT_APP_ID}`) ? ['management-app'] : [],
    }));
    const router = core.http.createRouter();
    const getSavedObjects = async () => (await core.getStartServices())[0].savedObjects;
    registerTypesRoute({ router, getSavedObjects });
    if (security) {
      registerCopyRoute({
        router,
        getSavedObjects,
        security,
        logger: this.context.logger.get('copy'),
      });
    }
    return {};
  }

  start(): ManagementPluginStart {
    return {};
  }
}
