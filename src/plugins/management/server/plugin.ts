/** Server part of management: routes that the screens need beyond the core APIs. */
import type { CoreSetup, Logger, Plugin, PluginInitializerContext, Router } from '@sd/core/server';
import { CodedError } from '@sd/contracts';
import {
  COPY_TO_TENANT,
  type ManagedType,
  MANAGEMENT_APP_ID,
  MANAGEMENT_ERRORS,
  mayWriteTenant,
  READ_MANAGED_TYPES,
} from '../common';
import { DEFAULT_TITLE_FIELD, type GetSavedObjects, isExportable } from './saved_objects_access';
import type { SecurityPluginSetup } from '../../security/server';
import { copyObjects } from './copy_objects';

interface TypesRouteDeps {
  readonly router: Router;
  readonly getSavedObjects: GetSavedObjects;
}

/** Manageable saved-object types, with the number of objects of each in the tenant. */
function registerTypesRoute({ router, getSavedObjects }: TypesRouteDeps): void {
  router.handle(READ_MANAGED_TYPES, async ({ request }) => {
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
    return { types: types.sort((a, b) => a.name.localeCompare(b.name)) };
  });
}

interface CopyRouteDeps {
  readonly router: Router;
  readonly getSavedObjects: GetSavedObjects;
  readonly security: SecurityPluginSetup;
  readonly logger: Logger;
}

/**
 * Copies saved objects of the current tenant into another one. The scoped client checks read
 * access; the target requires write permission of the caller.
 */
function registerCopyRoute(deps: CopyRouteDeps): void {
  const { router, getSavedObjects, security, logger } = deps;
  router.handle(COPY_TO_TENANT, async ({ body, request }) => {
    const { auth } = request;
    const { tenant } = body;
    if (auth?.tenant === undefined) throw new CodedError(MANAGEMENT_ERRORS.noTenant);
    if (tenant === auth.tenant) throw new CodedError(MANAGEMENT_ERRORS.sameTenant);
    const { identity } = auth;
    if (!mayWriteTenant(tenant, identity) || !(await security.mayUseTenant(tenant, identity)))
      throw new CodedError(MANAGEMENT_ERRORS.noWritePermission);
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
    return { tenant, successCount, results };
  });
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
