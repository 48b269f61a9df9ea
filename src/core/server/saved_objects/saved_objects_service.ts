/**
 * Saved objects: documents that users work with (dashboards, searches, settings), one partition per
 * tenant. HTTP behavior: docs/reference/core.md#saved-objects-api.
 */
import type { RouteRequest, Router } from '../http/types';
import type { Logger } from '../logging/types';
import { SavedObjectsClient } from './client';
import { KeyedMutex } from './keyed_mutex';
import { registerSavedObjectsRoutes, type SavedObjectsLimits } from './routes';
import type { OpenSavedObjects, SavedObjectsCaller } from '../../../backend/api';
import { TransferQueue } from './transfer/transfer_queue';
import { SavedObjectsTypeRegistry } from './type_registry';
import type {
  SavedObjectsScope,
  SavedObjectsScopeProvider,
  SavedObjectsServiceSetup,
  SavedObjectsServiceStart,
} from './types';

export interface SavedObjectsServiceDeps {
  readonly openStore: OpenSavedObjects;
  readonly router: Router;
  readonly logger: Logger;
  readonly config: SavedObjectsLimits;
}

/** Additional methods for other core services. */
export interface InternalSavedObjectsServiceSetup extends SavedObjectsServiceSetup {
  /** @throws before `start` */
  getStart(): SavedObjectsServiceStart;
}

/** Scope without a provider: one partition, open to all callers that the routes admit. */
const OPEN_SCOPE: SavedObjectsScope = { partition: '', canRead: true, canWrite: true };

const getCaller = ({ auth, remoteAddress }: RouteRequest): SavedObjectsCaller =>
  auth?.caller ?? { kind: 'anonymous', remoteAddress };

/** Queue key of a request: the user, or the address of a caller without a user. */
const toQueueKey = ({ auth, remoteAddress }: RouteRequest): string =>
  auth ? `user ${auth.identity.userName}` : `address ${remoteAddress}`;

export class SavedObjectsService {
  private readonly transfers = new TransferQueue();
  private readonly types = new SavedObjectsTypeRegistry();
  private readonly updates = new KeyedMutex();
  private isSetUp = false;
  private scopeProvider: SavedObjectsScopeProvider | undefined;
  private contract: SavedObjectsServiceStart | undefined;

  constructor(private readonly deps: SavedObjectsServiceDeps) {}

  setup(): InternalSavedObjectsServiceSetup {
    const { router, config } = this.deps;
    this.isSetUp = true;
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

  /** @throws if setup has not run: `SavedObjectsService#setup() must be invoked before start.` */
  start(): SavedObjectsServiceStart {
    if (!this.isSetUp) throw new Error('SavedObjectsService#setup() must be invoked before start.');
    this.types.close();
    this.deps.logger.debug('Saved objects are ready', {
      types: this.types.getAll().map(({ name }) => name),
    });
    this.contract = {
      getScopedClient: (request, { includedHiddenTypes = [] } = {}) =>
        this.createScopedClient(request, includedHiddenTypes),
      createInternalClient: (partition) =>
        this.createClient({ ...OPEN_SCOPE, partition }, 'all', { kind: 'server' }, 'server'),
      runTransfer: (request, work) => this.transfers.run(toQueueKey(request), work),
      getTypes: () => this.types.getAll(),
    };
    return this.contract;
  }

  stop(): void {
    this.isSetUp = false;
    this.contract = undefined;
  }

  private createScopedClient(
    request: RouteRequest,
    includedHiddenTypes: readonly string[]
  ): SavedObjectsClient {
    const scope = this.scopeProvider?.(request) ?? OPEN_SCOPE;
    return this.createClient(scope, includedHiddenTypes, getCaller(request), toQueueKey(request));
  }

  private createClient(
    scope: SavedObjectsScope,
    includedHiddenTypes: readonly string[] | 'all',
    caller: SavedObjectsCaller,
    queueKey: string
  ): SavedObjectsClient {
    return new SavedObjectsClient({
      store: this.deps.openStore(caller, scope.partition),
      updates: this.updates,
      types: this.types,
      scope,
      includedHiddenTypes,
      caller: queueKey,
    });
  }
}
