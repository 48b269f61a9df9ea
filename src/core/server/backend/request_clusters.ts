/**
 * The cluster that a request is for: this installation, called home, or one that a plugin connects.
 * The only place that reads which one a request names, and whether it confirms a change there.
 */
import {
  CLUSTER_HEADER,
  CLUSTER_REQUEST_ERRORS,
  type ClusterEntry,
  CodedError,
  CONFIRM_CLUSTER,
  HOME_CLUSTER,
  releaseFacts,
} from '../../../contracts';
import type { RouteRequest } from '../http/types';
import type { Logger } from '../logging/types';
import type {
  ClusterProvider,
  EngineServiceSetup,
  RequestClusters,
  ScopedEngineClient,
} from './types';

type Home = Pick<EngineServiceSetup, 'asScoped' | 'features' | 'release'>;

/** @param log - for failures of those that forget a removed cluster */
export function createRequestClusters(home: Home, log: Pick<Logger, 'error'>): RequestClusters {
  let provider: ClusterProvider | undefined;
  const forgetting: Array<(id: string) => Promise<void>> = [];

  const readClusterId = ({ headers }: Pick<RouteRequest, 'headers'>): string =>
    headers[CLUSTER_HEADER] ?? HOME_CLUSTER;

  const engineFor = (id: string, request: RouteRequest): ScopedEngineClient => {
    if (id === HOME_CLUSTER) return home.asScoped(request);
    if (!provider?.has(id)) throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
    return provider.engineFor(id, request);
  };

  const homeEntry = (): ClusterEntry => ({
    id: HOME_CLUSTER,
    name: HOME_CLUSTER,
    is_home: true,
    features: { ...home.features },
    ...(home.release && { release: releaseFacts(home.release()) }),
  });

  return {
    idOf: readClusterId,
    isHome: (request) => readClusterId(request) === HOME_CLUSTER,
    has: (id) => id === HOME_CLUSTER || provider?.has(id) === true,
    list: (request) => [homeEntry(), ...(provider?.list(request) ?? [])],
    asScoped: (request) => engineFor(readClusterId(request), request),
    engineFor,
    featuresOf: (request) => {
      const id = readClusterId(request);
      if (id === HOME_CLUSTER) return home.features;
      const features = provider?.featuresOf(id);
      if (!features) throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
      return features;
    },
    lacksConfirmation: (request, id) =>
      provider?.confirmsChanges(id) === true && !confirms(request, id),
    confirms,
    get stored() {
      return provider?.stored ?? NONE;
    },
    provide: (given) => {
      if (provider) throw new Error('Another plugin provides the connected clusters already.');
      provider = given;
    },
    onRemoved: (forget) => void forgetting.push(forget),
    // The connection is removed already, so none keeps the others.
    forget: async (id) => {
      for (const one of forgetting)
        try {
          await one(id);
        } catch (error) {
          const reason = String(error);
          log.error('What was known of a removed cluster could not be forgotten.', { id, reason });
        }
    },
  };
}

const confirms = ({ headers }: Pick<RouteRequest, 'headers'>, id: string): boolean =>
  headers[CONFIRM_CLUSTER]?.split(',').some((one) => one.trim() === id) ?? false;

const NONE: RequestClusters['stored'] = new Map();
