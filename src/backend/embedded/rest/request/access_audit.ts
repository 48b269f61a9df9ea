/**
 * What the REST entry point tells the audit log. Each call costs a few comparisons when the
 * category is disabled.
 */
import type {
  CertificateCaller,
  EngineCaller,
  EngineRequest,
  EngineResponse,
} from '../../../api/engine';

export interface AccessAudit {
  /**
   * A call to an endpoint of the management API was allowed or refused.
   * @param path - without the older prefix
   * @param error - the answer of a refused call
   */
  access(
    caller: EngineCaller,
    request: EngineRequest,
    path: string,
    error: EngineResponse | undefined
  ): void;
  /** The holder of an administrator's certificate came: a sign-in for each call. */
  certified(caller: CertificateCaller, request: EngineRequest): void;
  /** A request carried a header that only nodes may send. */
  badHeaders(caller: EngineCaller, request: EngineRequest): void;
}
