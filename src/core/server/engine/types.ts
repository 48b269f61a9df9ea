import type {
  Engine,
  EngineCaller,
  EngineRequest,
  EngineResponse,
  FindQuery,
  FindResult,
} from '../../../backend/contract';
import type { KibanaRequest } from '../http/contract/types';

/** The engine as plugins see it. */
export interface EngineServiceSetup {
  readonly engine: Engine;
  /** Binds calls to who the request is from: the signed-in user with the tenant in force, else anonymous. */
  asScoped(request: KibanaRequest): ScopedEngineClient;
}

export interface ScopedEngineClient {
  readonly caller: EngineCaller;
  request(request: EngineRequest): Promise<EngineResponse>;
  find(
    query: FindQuery
  ): Promise<{ ok: true; result: FindResult } | { ok: false; response: EngineResponse }>;
}
