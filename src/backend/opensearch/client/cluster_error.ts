/** What keeps the server from its cluster, told apart by what its administrator has to do. */
import { BACKEND_ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import { BackendError } from '../../api/backend_error';

export type ClusterTrouble =
  /** Nobody listens, or the name is not known. */
  | 'unreachable'
  /** The certificate is not trusted, ran out, or belongs to another host. */
  | 'untrusted'
  /** The other side speaks no TLS, or none that this side takes. */
  | 'tls'
  /** No whole answer in time. */
  | 'timeout'
  /** The answer broke off, is no HTTP, or no JSON. */
  | 'broken'
  | 'too_large'
  /** It rejects calls because it has too many: 429. */
  | 'overloaded'
  /** It fails calls for now: 5xx. */
  | 'not_ready'
  /** Its security plugin has not loaded a configuration: it starts, or nobody set it up. */
  | 'not_set_up'
  /** It refuses the server itself, or does not do what the product needs of it. */
  | 'refused'
  /** No OpenSearch, or one that is too old: nothing is sent there. */
  | 'unfit'
  /** It takes no writes: an index or the cluster is read-only. */
  | 'read_only'
  | 'stopped';

/** `message` is for the log; it names hosts, but never credentials. */
export class ClusterError extends BackendError {
  constructor(
    readonly trouble: ClusterTrouble,
    message: string,
    private readonly options: {
      readonly cause?: unknown;
      /** The call was a change in a user's name, and may have been made. */
      readonly isChangeLost?: boolean;
    } = {}
  ) {
    super(message, options);
    this.name = 'ClusterError';
  }

  get refusal(): ErrorDefinition {
    if (this.options.isChangeLost) return BACKEND_ERRORS.clusterChangeLost;
    switch (this.trouble) {
      case 'read_only':
        return BACKEND_ERRORS.clusterReadOnly;
      case 'timeout':
        return BACKEND_ERRORS.clusterLate;
      case 'broken':
        return BACKEND_ERRORS.clusterBroken;
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
      case 'unfit':
        return BACKEND_ERRORS.clusterUnfit;
      case 'too_large':
        return BACKEND_ERRORS.clusterAnswerTooLarge;
      default:
        return BACKEND_ERRORS.clusterAway;
    }
  }
}

/** Words of OpenSSL and Node, which the client hands on without their codes. */
const UNTRUSTED =
  /certificate|self.signed|altnames|unable to (verify|get issuer)|CERT_|alert (unknown|bad)/i;
const TLS = /EPROTO|ssl|tls|wrong version|socket disconnected before secure/i;
const BROKEN = /parse error|aborted|ECONNRESET|EPIPE|socket hang up|premature/i;

/** What a response means that says "not now": 429 and 5xx. */
export const troubleOfDelay = (statusCode: number, text: string): ClusterTrouble => {
  if (/security (index )?not initialized/i.test(text)) return 'not_set_up';
  return statusCode === 429 || OVERLOADED.test(text) ? 'overloaded' : 'not_ready';
};

/** Errors of a node that has no thread or memory left for a call, whatever their status. */
const OVERLOADED = /rejected_execution_exception|circuit_breaking_exception/;

/** What an error of the client's means. */
export function troubleOf(error: unknown): ClusterTrouble {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'TimeoutError') return 'timeout';
  if (UNTRUSTED.test(message)) return 'untrusted';
  if (TLS.test(message)) return 'tls';
  return BROKEN.test(message) ? 'broken' : 'unreachable';
}
