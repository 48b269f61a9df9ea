import type { IHttpFetchError } from './types';

/**
 * A request without a response, with an unreadable response, or with a status outside 2xx
 * (docs/reference/core.md#requests-from-the-browser).
 */
export class HttpFetchError extends Error implements IHttpFetchError {
  /** Name of the underlying error, for example `AbortError` if the request was aborted. */
  override readonly name: string;
  /** Name in OpenSearch Dashboards. @deprecated use `request` */
  readonly req: Request;
  /** Name in OpenSearch Dashboards. @deprecated use `response` */
  readonly res?: Response;

  /** @param name - name of the underlying error, so that `AbortError` can be recognized */
  constructor(
    message: string,
    name: string,
    /** The request as sent. */
    readonly request: Request,
    /** Absent if there was no response. */
    readonly response?: Response,
    /** Body of the error response, if it could be read. */
    readonly body?: IHttpFetchError['body']
  ) {
    super(message);
    this.name = name;
    this.req = request;
    this.res = response;
  }
}
