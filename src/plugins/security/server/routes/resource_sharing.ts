/**
 * `/api/v1/resource_sharing`: resources that plugins of a cluster let users share, from OpenSearch
 * 3.3 with `plugins.security.experimental.resource_sharing.enabled`. The cluster decides what each
 * caller sees and may share.
 */
import {
  RESOURCE_SHARING,
  RESOURCE_SHARING_LIMITS,
  type Recipients,
  type ResourceSharing,
  RESOURCES_QUERY,
  SHARE_BODY,
  SHARE_RESPONSE,
  SHARED_RESOURCES,
  type SharedResource,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { RESOURCE_SHARING_PATH, CLUSTER_ERRORS, SECURITY_ERRORS } from '../../common';
import { EngineRequestError } from '../engine_errors';
import { refused } from '../errors';
import {
  enginePaths,
  expectSuccess,
  mapEngineErrors,
  withEngineErrors,
} from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const options = { access: 'user' } as const;
const FEATURE = { feature: 'resource_sharing' };

/** A record of the cluster; `tenant` is in `created_by` before 3.7. */
interface SharingRecord {
  readonly resource_id: string;
  readonly created_by?: { readonly user?: string; readonly tenant?: string };
  /** From 3.7, `general_access` is a member beside the levels. */
  readonly share_with?: Readonly<Record<string, Recipients | string | null>>;
  readonly tenant?: string;
  readonly can_share?: boolean;
}

export function registerResourceSharingRoutes(deps: RouteDeps): void {
  const { router } = deps;

  router.get(
    {
      path: RESOURCE_SHARING_PATH,
      validate: false,
      doc: {
        summary: 'Types of resources that can be shared',
        responses: { 200: RESOURCE_SHARING },
      },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => response.ok({ body: await read(request) }))
  );

  router.get(
    {
      path: `${RESOURCE_SHARING_PATH}/resources`,
      validate: { query: RESOURCES_QUERY },
      doc: {
        summary: 'The resources of one type, and who has access',
        responses: { 200: SHARED_RESOURCES },
        errors: [CLUSTER_ERRORS.unknownResourceType, SECURITY_ERRORS.featureUnsupported],
      },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { type } = request.query;
        const { is_enabled: isEnabled, types } = await read(request);
        if (!isEnabled) return refused(response, SECURITY_ERRORS.featureUnsupported, FEATURE);
        if (!types.some((one) => one.type === type))
          return refused(response, CLUSTER_ERRORS.unknownResourceType, { type });
        const { body } = await expectSuccess(
          deps.asScoped(request).request({
            method: 'GET',
            path: enginePaths.resources('list'),
            query: { resource_type: type },
          })
        );
        const records = (body as { readonly resources?: readonly SharingRecord[] }).resources ?? [];
        const resources = records
          .slice(0, RESOURCE_SHARING_LIMITS.listed)
          .map(resourceOf)
          .sort((one, two) => (one.id < two.id ? -1 : 1));
        return response.ok({ body: { total: records.length, resources } });
      })
  );

  router.post(
    {
      path: `${RESOURCE_SHARING_PATH}/share`,
      validate: { body: SHARE_BODY },
      doc: {
        summary: 'Share a resource, or revoke access to it',
        responses: { 200: SHARE_RESPONSE },
        errors: [
          CLUSTER_ERRORS.unknownResourceType,
          CLUSTER_ERRORS.unknownAccessLevel,
          CLUSTER_ERRORS.notShareable,
          SECURITY_ERRORS.featureUnsupported,
        ],
      },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { type, id, add, revoke, general_access: general } = request.body;
        const { is_enabled: isEnabled, types } = await read(request);
        if (!isEnabled) return refused(response, SECURITY_ERRORS.featureUnsupported, FEATURE);
        const levels = types.find((one) => one.type === type)?.access_levels;
        if (!levels) return refused(response, CLUSTER_ERRORS.unknownResourceType, { type });
        // The cluster would store any name, which then grants nothing.
        const named = [
          ...Object.keys(add ?? {}),
          ...(typeof general === 'string' ? [general] : []),
        ];
        const level = named.find((one) => !levels.includes(one));
        if (level !== undefined) {
          const params = { type, level, levels: levels.join(', ') };
          return refused(response, CLUSTER_ERRORS.unknownAccessLevel, params);
        }
        const result = await mapEngineErrors(
          deps.asScoped(request).request({
            method: 'PATCH',
            path: enginePaths.resources('share'),
            body: {
              resource_id: id,
              resource_type: type,
              ...(add && { add }),
              ...(revoke && { revoke }),
              ...(general !== undefined && { general_access: general }),
            },
          })
        );
        if (result.statusCode === 403)
          return refused(response, CLUSTER_ERRORS.notShareable, { id });
        if (result.statusCode >= 400) throw new EngineRequestError(result);
        const { sharing_info: info } = result.body as { readonly sharing_info?: SharingRecord };
        return response.ok({ body: { share_with: levelsOf(info?.share_with) } });
      })
  );

  async function read(request: RouteRequest): Promise<ResourceSharing> {
    const engine = deps.asScoped(request);
    const info = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.dashboardsInfo })
    );
    const { resource_sharing_enabled: isEnabled } = info.body as {
      readonly resource_sharing_enabled?: boolean;
    };
    if (isEnabled !== true) return { is_enabled: false, types: [] };
    const { body } = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.resources('types') })
    );
    const { types = [] } = body as Partial<Pick<ResourceSharing, 'types'>>;
    return {
      is_enabled: true,
      types: types.map(({ type, access_levels: levels }) => ({ type, access_levels: levels })),
    };
  }
}

const resourceOf = ({
  resource_id: id,
  created_by: { user = '', tenant: ofCreator } = {},
  tenant = ofCreator,
  share_with: sharedWith = {},
  can_share: canShare = false,
}: SharingRecord): SharedResource => {
  const { general_access: general } = sharedWith;
  return {
    id,
    owner: user,
    share_with: levelsOf(sharedWith),
    can_share: canShare,
    ...(typeof general === 'string' && { general_access: general }),
    ...(tenant !== undefined && { tenant }),
  };
};

const levelsOf = (sharedWith: SharingRecord['share_with'] = {}): SharedResource['share_with'] =>
  Object.fromEntries(
    Object.entries(sharedWith).flatMap(([level, recipients]) =>
      level !== 'general_access' && recipients !== null && typeof recipients === 'object'
        ? [[level, recipients] as const]
        : []
    )
  );
