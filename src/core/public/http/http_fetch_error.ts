import type { IHttpFetchError } from './types';

/** A request that got no answer, an unreadable one or one outside 2xx (core-services section 10.1). */
export class HttpFetchError extends Error implements IHttpFetchError {
  override readonly name: string;
  /** @deprecated use `request` */
  readonly req: Request;
  /** @deprecated use `response` */
  readonly res?: Response;

  /** @param name - the name of the error underneath, so that `AbortError` can be told apart */
  constructor(
    message: string,
    name: string,
    readonly request: Request,
    readonly response?: Response,
    readonly body?: IHttpFetchError['body']
  ) {
    super(message);
    this.name = name;
    this.req = request;
    this.res = response;
  }
}
