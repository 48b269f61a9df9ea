export {
  codeOf,
  errorText,
  isAbortError,
  isUnanswered,
  retryAfterSecondsOf,
  serverMessageOf,
  statusOf,
  textOfCode,
} from './error_facts';
export { HttpFetchError } from './http_fetch_error';
export { HttpService } from './http_service';
