export {
  getErrorCode,
  errorText,
  isAbortError,
  isUnanswered,
  getRetryAfterSeconds,
  getServerMessage,
  getErrorStatus,
  textOfCode,
} from './error_details';
export { HttpFetchError } from './http_fetch_error';
export { HttpService } from './http_service';
export { send, sendForResponse } from './send';
export type { CallOptions } from './send';
