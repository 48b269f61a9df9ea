/**
 * `/api/v1/resource_sharing`: resources that plugins of a cluster let users share, from OpenSearch
 * 3.3 with `plugins.security.experimental.resource_sharing.enabled`. The cluster decides what each
 * caller sees and may share.
 */
import {
  RESOURCE_SHARING_LIMITS,
  type Recipients,
  type ResourceSharing,
  type SharedResource,
  CALL_ERRORS,
  CodedError,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import {
  CLUSTER_ERRORS,
  READ_RESOURCE_SHARING,
  LIST_SHARED_RESOURCES,
  SHARE_RESOURCE,
} from '../../common';
import type { PluginDeps } from '../types';

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

type Deps = Pick<PluginDeps, 'handle' | 'clusters' | 'mapEngineErrors' | 'tools'>;

export function registerResourceSharingRoutes(deps: Deps): void {
  const { handle, clusters, mapEngineErrors } = deps;
  const { paths, expectSuccess, EngineRequestError } = deps.tools;

  handle(READ_RESOURCE_SHARING, ({ request }) => read(request));

  handle(LIST_SHARED_RESOURCES, async ({ query, engine, request }) => {
    const { type } = query;
    const { is_enabled: isEnabled, types } = await read(request);
    if (!isEnabled) throw new CodedError(CALL_ERRORS.featureUnsupported, FEATURE);
    if (!types.some((one) => one.type === type))
      throw new CodedError(CLUSTER_ERRORS.unknownResourceType, { type });
    const { body } = await expectSuccess(
      engine.request({
        method: 'GET',
        path: paths.resources('list'),
        query: { resource_type: type },
      })
    );
    const records = (body as { readonly resources?: readonly SharingRecord[] }).resources ?? [];
    const resources = records
      .slice(0, RESOURCE_SHARING_LIMITS.listed)
      .map(getResource)
      .sort((one, two) => (one.id < two.id ? -1 : 1));
    return { total: records.length, resources };
  });

  handle(SHARE_RESOURCE, async ({ body, engine, request }) => {
    const { type, id, add, revoke, general_access: general } = body;
    const { is_enabled: isEnabled, types } = await read(request);
    if (!isEnabled) throw new CodedError(CALL_ERRORS.featureUnsupported, FEATURE);
    const levels = types.find((one) => one.type === type)?.access_levels;
    if (!levels) throw new CodedError(CLUSTER_ERRORS.unknownResourceType, { type });
    // The cluster would store any name, which then grants nothing.
    const named = [...Object.keys(add ?? {}), ...(typeof general === 'string' ? [general] : [])];
    const level = named.find((one) => !levels.includes(one));
    if (level !== undefined) {
      const params = { type, level, levels: levels.join(', ') };
      throw new CodedError(CLUSTER_ERRORS.unknownAccessLevel, params);
    }
    const result = await mapEngineErrors(
      engine.request({
        method: 'PATCH',
        path: paths.resources('share'),
        body: {
          resource_id: id,
          resource_type: type,
          ...(add && { add }),
          ...(revoke && { revoke }),
          ...(general !== undefined && { general_access: general }),
        },
      })
    );
    if (result.statusCode === 403) throw new CodedError(CLUSTER_ERRORS.notShareable, { id });
    if (result.statusCode >= 400) throw new EngineRequestError(result);
    const { sharing_info: info } = result.body as { readonly sharing_info?: SharingRecord };
    return { share_with: getLevels(info?.share_with) };
  });

  async function read(request: RouteRequest): Promise<ResourceSharing> {
    const engine = clusters.asScoped(request);
    const info = await expectSuccess(engine.request({ method: 'GET', path: paths.dashboardsInfo }));
    const { resource_sharing_enabled: isEnabled } = info.body as {
      readonly resource_sharing_enabled?: boolean;
    };
    if (isEnabled !== true) return { is_enabled: false, types: [] };
    const { body } = await expectSuccess(
      engine.request({ method: 'GET', path: paths.resources('types') })
    );
    const { types = [] } = body as Partial<Pick<ResourceSharing, 'types'>>;
    return {
      is_enabled: true,
      types: types.map(({ type, access_levels: levels }) => ({ type, access_levels: levels })),
    };
  }
}

const getResource = ({
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
    share_with: getLevels(sharedWith),
    can_share: canShare,
    ...(typeof general === 'string' && { general_access: general }),
    ...(tenant !== undefined && { tenant }),
  };
};

const getLevels = (sharedWith: SharingRecord['share_with'] = {}): SharedResource['share_with'] =>
  Object.fromEntries(
    Object.entries(sharedWith).flatMap(([level, recipients]) =>
      level !== 'general_access' && recipients !== null && typeof recipients === 'object'
        ? [[level, recipients] as const]
        : []
    )
  );
