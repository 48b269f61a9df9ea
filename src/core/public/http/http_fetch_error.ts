import type { IHttpFetchError } from './types';

/**
 * A request that got no answer, an unreadable one or one outside 2xx
 * (docs/reference/core.md#requests-from-the-browser).
 */
export class HttpFetchError extends Error implements IHttpFetchError {
  /** Of the underlying error, for example `AbortError` when the request was given up. */
  override readonly name: string;
  /** The lineage's name. @deprecated use `request` */
  readonly req: Request;
  /** The lineage's name. @deprecated use `response` */
  readonly res?: Response;

  /** @param name - the name of the error underneath, so that `AbortError` can be told apart */
  constructor(
    message: string,
    name: string,
    /** As sent. */
    readonly request: Request,
    /** Absent when no answer came. */
    readonly response?: Response,
    /** Of the refusal, when it could be read. */
    readonly body?: IHttpFetchError['body']
  ) {
    super(message);
    this.name = name;
    this.req = request;
    this.res = response;
  }
}
