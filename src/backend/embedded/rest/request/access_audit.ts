/** The audit log for the REST entry point. A disabled category costs a few comparisons. */
import type {
  CertificateCaller,
  EngineCaller,
  EngineRequest,
  EngineResponse,
} from '../../../api/engine';

export interface AccessAudit {
  /**
   * A request to an endpoint of the management API was allowed or denied.
   * @param path - without the older prefix
   * @param error - the response to a denied request
   */
  access(
    caller: EngineCaller,
    request: EngineRequest,
    path: string,
    error: EngineResponse | undefined
  ): void;
  /** A request came with an administrator certificate, which counts as a login each time. */
  certified(caller: CertificateCaller, request: EngineRequest): void;
  /** A request carried a header that only nodes may send. */
  badHeaders(caller: EngineCaller, request: EngineRequest): void;
}
