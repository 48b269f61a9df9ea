/**
 * Runs the interceptors around a request: request hooks in reverse registration order, response
 * hooks in registration order. A falsy return value means "no change".
 */
import type { HttpFetchError } from './http_fetch_error';
import type {
  HttpFetchOptionsWithPath,
  HttpInterceptor,
  HttpResponse,
  IHttpInterceptController,
} from './types';

/** Ends the chain after `halt()`. The caller of the request never receives it. */
export class HttpInterceptHaltError extends Error {
  override readonly name = 'HttpInterceptHaltError';
  constructor() {
    super('HTTP Intercept Halt');
  }
}

export class HttpInterceptController implements IHttpInterceptController {
  private isHalted = false;
  get halted(): boolean {
    return this.isHalted;
  }
  halt = (): void => {
    this.isHalted = true;
  };
}

function checkHalt(controller: IHttpInterceptController, error?: unknown): void {
  if (error instanceof HttpInterceptHaltError) throw error;
  if (controller.halted) throw new HttpInterceptHaltError();
}

const asError = (value: unknown): Error =>
  value instanceof Error ? value : new Error(String(value));

export async function interceptRequest(
  options: HttpFetchOptionsWithPath,
  interceptors: ReadonlySet<HttpInterceptor>,
  controller: IHttpInterceptController
): Promise<HttpFetchOptionsWithPath> {
  let current = options;
  let failure: { readonly error: unknown } | undefined;
  for (const interceptor of [...interceptors].reverse()) {
    try {
      if (failure === undefined) {
        const changes = await interceptor.request?.(current, controller);
        current = { ...current, ...changes };
      } else {
        const error = asError(failure.error);
        const next = await interceptor.requestError?.({ error, fetchOptions: current }, controller);
        if (next) {
          current = { ...current, ...next };
          failure = undefined;
        }
      }
    } catch (error) {
      failure = { error };
    }
    checkHalt(controller, failure?.error);
  }
  if (failure !== undefined) throw failure.error;
  return current;
}

export async function interceptResponse(
  fetchOptions: HttpFetchOptionsWithPath,
  responsePromise: Promise<HttpResponse>,
  interceptors: ReadonlySet<HttpInterceptor>,
  controller: IHttpInterceptController
): Promise<HttpResponse> {
  let current: HttpResponse | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    current = await responsePromise;
  } catch (error) {
    failure = { error };
  }
  for (const interceptor of interceptors) {
    checkHalt(controller, failure?.error);
    try {
      if (failure === undefined && current !== undefined) {
        const changes = await interceptor.response?.(current, controller);
        current = { ...current, ...changes };
      } else if (failure !== undefined) {
        const error = asError(failure.error);
        const known = errorResponse(error, fetchOptions, current);
        const next = await interceptor.responseError?.({ ...known, error }, controller);
        if (next) {
          current = { ...next, request: known.request, fetchOptions };
          failure = undefined;
        }
      }
    } catch (error) {
      failure = { error };
    }
  }
  checkHalt(controller, failure?.error);
  if (failure !== undefined) throw failure.error;
  return current!;
}

/** The response of a failed request: from the fetch error itself, else from before a hook threw. */
function errorResponse(
  error: Error & Partial<HttpFetchError>,
  fetchOptions: HttpFetchOptionsWithPath,
  before: HttpResponse | undefined
): HttpResponse {
  const response = error.response ?? before?.response;
  return {
    fetchOptions,
    request: (error.request ?? before?.request) as Request,
    ...(response === undefined ? {} : { response }),
    body: error.body ?? before?.body,
  };
}
