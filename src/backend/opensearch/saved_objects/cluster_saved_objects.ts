/** Saved objects in a cluster, in the indices and documents of OpenSearch Dashboards. */
import {
  queueKeyOf,
  type SavedObjectsCaller,
  type SavedObjectsStore,
  type TenantKey,
} from '../../api/saved_objects';
import { ObjectFinder } from './object_finder';
import { ObjectMappings } from './object_mappings';
import { ObjectReader } from './object_reader';
import { ObjectWriter } from './object_writer';
import { tenantIndexOf, type ClusterRequests } from './tenant_index';

export interface ClusterSavedObjectsOptions {
  readonly cluster: ClusterRequests;
  /** `opensearch_dashboards.index` of the cluster's configuration: `.kibana` as shipped. */
  readonly index: string;
  readonly now?: () => Date;
}

export class ClusterSavedObjects {
  private readonly finder = new ObjectFinder();
  private readonly mappings: ObjectMappings;

  constructor(private readonly options: ClusterSavedObjectsOptions) {
    const { cluster, index } = options;
    this.mappings = new ObjectMappings((call) => cluster.asServer(call), index);
  }

  /** What a caller may do is the cluster's business, which is asked in his name. */
  open(caller: SavedObjectsCaller, tenant: TenantKey): SavedObjectsStore {
    const { cluster, index, now = () => new Date() } = this.options;
    const place = () => tenantIndexOf(cluster, index, caller, tenant);
    return {
      locate: async (keys) => new ObjectReader(place()).locate(keys),
      find: async (query) => this.finder.find(place(), query, queueKeyOf(caller)),
      write: async (operations) =>
        new ObjectWriter({ place: place(), mappings: this.mappings, now }).write(operations),
    };
  }
}
