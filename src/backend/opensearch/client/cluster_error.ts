/** Errors of the connection to the cluster, classified by what its administrator has to do. */
import { BACKEND_ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import { BackendError } from '../../api/backend_error';
import { FORBIDDEN_ADDRESS } from '../../api/guarded_lookup';

export type ClusterTrouble =
  /** The configuration of this server does not allow connections to the address. */
  | 'forbidden'
  /** The connection is refused, or the host name is unknown. */
  | 'unreachable'
  /** The certificate is not trusted, has expired, or belongs to another host. */
  | 'untrusted'
  /** The server does not support TLS, or no common version. */
  | 'tls'
  /** No complete response in time. */
  | 'timeout'
  /** The response was cut off. */
  | 'broken'
  /** The response is none of a cluster: no HTTP or JSON, another form, or too deep or too long. */
  | 'malformed'
  | 'too_large'
  /** The cluster rejects requests because it has too many: 429. */
  | 'overloaded'
  /** The cluster currently fails requests: 5xx. */
  | 'not_ready'
  /**
   * The security plugin has no configuration: the cluster is starting, or was never initialized.
   */
  | 'not_set_up'
  /** The cluster rejects the server's own user, or does not support a required request. */
  | 'refused'
  /** The server is not OpenSearch, or its version is too old; no requests are sent to it. */
  | 'unfit'
  /** The cluster rejects writes, because an index or the whole cluster is read-only. */
  | 'read_only'
  /** The cluster rejects the credentials of a caller. */
  | 'unauthorized'
  | 'stopped';

/** `message` is for the log; it names hosts, but never credentials. */
export class ClusterError extends BackendError {
  constructor(
    readonly trouble: ClusterTrouble,
    message: string,
    private readonly options: {
      readonly cause?: unknown;
      /** Whether the request was a change on behalf of a user that may have been made. */
      readonly isChangeLost?: boolean;
    } = {}
  ) {
    super(message, options);
    this.name = 'ClusterError';
  }

  get response(): ErrorDefinition {
    if (this.options.isChangeLost) return BACKEND_ERRORS.clusterChangeLost;
    switch (this.trouble) {
      case 'read_only':
        return BACKEND_ERRORS.clusterReadOnly;
      case 'timeout':
        return BACKEND_ERRORS.clusterLate;
      case 'broken':
        return BACKEND_ERRORS.clusterBroken;
      case 'malformed':
        return BACKEND_ERRORS.clusterMalformed;
      case 'untrusted':
      case 'tls':
        return BACKEND_ERRORS.clusterUntrusted;
      case 'not_set_up':
        return BACKEND_ERRORS.clusterNotSetUp;
      case 'overloaded':
        return BACKEND_ERRORS.clusterBusy;
      case 'not_ready':
        return BACKEND_ERRORS.clusterNotReady;
      case 'refused':
        return BACKEND_ERRORS.clusterRefuses;
      case 'unauthorized':
        return BACKEND_ERRORS.clusterCredentials;
      case 'unfit':
        return BACKEND_ERRORS.clusterUnfit;
      case 'too_large':
        return BACKEND_ERRORS.clusterResponseTooLarge;
      default:
        return BACKEND_ERRORS.clusterAway;
    }
  }
}

/** Phrases in messages of OpenSSL and Node, which the client passes on without their codes. */
const UNTRUSTED =
  /certificate|self.signed|altnames|unable to (verify|get issuer)|CERT_|alert (unknown|bad)/i;
const TLS = /EPROTO|ssl|tls|wrong version|socket disconnected before secure/i;
const MALFORMED = /parse error/i;
const BROKEN = /aborted|ECONNRESET|EPIPE|socket hang up|premature/i;

/** Classifies a temporary failure: 429 or 5xx. */
export const troubleOfDelay = (statusCode: number, text: string): ClusterTrouble => {
  if (/security (index )?not initialized/i.test(text)) return 'not_set_up';
  return statusCode === 429 || OVERLOADED.test(text) ? 'overloaded' : 'not_ready';
};

/** Errors of a node that has no thread or memory left for a request, whatever their status. */
const OVERLOADED = /rejected_execution_exception|circuit_breaking_exception/;

/** Classifies an error of the client. */
export function findTrouble(error: unknown): ClusterTrouble {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (message.includes(FORBIDDEN_ADDRESS)) return 'forbidden';
  if (name === 'TimeoutError') return 'timeout';
  if (UNTRUSTED.test(message)) return 'untrusted';
  if (TLS.test(message)) return 'tls';
  if (MALFORMED.test(message)) return 'malformed';
  return BROKEN.test(message) ? 'broken' : 'unreachable';
}
