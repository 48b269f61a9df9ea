/**
 * Saved objects: documents of people's work (dashboards, searches, settings), one partition per tenant.
 * Contracts in `types.ts`; HTTP behaviour in core-services section 23.
 */
import type { KibanaRequest, Router } from '../http/contract/types';
import type { Logger } from '../logging/types';
import type { StorageServiceSetup } from '../storage/types';
import { SavedObjectsClient } from './client';
import { registerSavedObjectsRoutes, type SavedObjectsLimits } from './routes';
import { SAVED_OBJECTS_MIGRATIONS } from './store/schema';
import { SqliteSavedObjectsStore } from './store/sqlite_store';
import type { SavedObjectsStore } from './store/types';
import { TransferLine } from './transfer/transfer_line';
import { SavedObjectsTypeRegistry } from './type_registry';
import type {
  SavedObjectsScope,
  SavedObjectsScopeProvider,
  SavedObjectsServiceSetup,
  SavedObjectsServiceStart,
} from './types';

const SAVED_OBJECTS_DATABASE = 'saved_objects';

export interface SavedObjectsServiceDeps {
  readonly storage: Pick<StorageServiceSetup, 'open'>;
  readonly router: Router;
  readonly logger: Logger;
  readonly config: SavedObjectsLimits;
  /** The wall clock; handed in, so that tests own time. */
  readonly now?: () => Date;
}

/** What other core services get on top. */
export interface InternalSavedObjectsServiceSetup extends SavedObjectsServiceSetup {
  /** @throws before `start` */
  getStart(): SavedObjectsServiceStart;
}

/** Where nobody says who may see what: one partition, open to whoever the routes let in. */
const OPEN_SCOPE: SavedObjectsScope = { partition: '', canRead: true, canWrite: true };

/** Users take turns, and so do addresses of those who are nobody. */
const callerOf = ({ auth, remoteAddress }: KibanaRequest): string =>
  auth ? `user ${auth.identity.userName}` : `address ${remoteAddress}`;

export class SavedObjectsService {
  private readonly transfers = new TransferLine();
  private readonly types = new SavedObjectsTypeRegistry();
  private store: SavedObjectsStore | undefined;
  private scopeProvider: SavedObjectsScopeProvider | undefined;
  private contract: SavedObjectsServiceStart | undefined;

  constructor(private readonly deps: SavedObjectsServiceDeps) {}

  setup(): InternalSavedObjectsServiceSetup {
    const { storage, router, config, now } = this.deps;
    this.store = new SqliteSavedObjectsStore({
      database: storage.open(SAVED_OBJECTS_DATABASE, SAVED_OBJECTS_MIGRATIONS),
      titleField: (type) => this.types.titleField(type),
      ...(now && { now }),
    });
    registerSavedObjectsRoutes({
      router,
      types: this.types,
      limits: config,
      transfers: this.transfers,
      getClient: (request) => this.createScopedClient(request, []),
    });
    return {
      registerType: (type) => this.types.register(type),
      setScopeProvider: (provider) => {
        if (this.scopeProvider)
          throw new Error('A scope provider for saved objects is already registered.');
        this.scopeProvider = provider;
      },
      getStart: () => {
        if (!this.contract) throw new Error('SavedObjectsService#start() must be invoked first.');
        return this.contract;
      },
    };
  }

  /** @throws before setup: `SavedObjectsService#setup() must be invoked before start.` */
  start(): SavedObjectsServiceStart {
    this.requireStore();
    this.types.close();
    this.deps.logger.debug('Saved objects are ready', {
      types: this.types.getAll().map(({ name }) => name),
    });
    this.contract = {
      getScopedClient: (request, { includedHiddenTypes = [] } = {}) =>
        this.createScopedClient(request, includedHiddenTypes),
      createInternalClient: (partition) =>
        this.createClient({ ...OPEN_SCOPE, partition }, 'all', 'server'),
      runTransfer: (request, work) => this.transfers.run(callerOf(request), work),
      getTypes: () => this.types.getAll(),
    };
    return this.contract;
  }

  stop(): void {
    this.store?.close();
    this.store = undefined;
    this.contract = undefined;
  }

  private createScopedClient(
    request: KibanaRequest,
    includedHiddenTypes: readonly string[]
  ): SavedObjectsClient {
    const scope = this.scopeProvider?.(request) ?? OPEN_SCOPE;
    return this.createClient(scope, includedHiddenTypes, callerOf(request));
  }

  private createClient(
    scope: SavedObjectsScope,
    includedHiddenTypes: readonly string[] | 'all',
    caller: string
  ): SavedObjectsClient {
    return new SavedObjectsClient({
      store: this.requireStore(),
      types: this.types,
      scope,
      includedHiddenTypes,
      caller,
    });
  }

  private requireStore(): SavedObjectsStore {
    if (!this.store) throw new Error('SavedObjectsService#setup() must be invoked before start.');
    return this.store;
  }
}
