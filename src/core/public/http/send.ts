import type { Call, CallParams, CallResult, SentBody, SentQuery } from '../../../contracts/calls';
import type { HttpFetchOptions, HttpResponse, HttpSetup } from './types';

/** The part of the HTTP service that sends calls of some methods. */
type Sender<C extends Call> = Pick<HttpSetup, Lowercase<C['method']>>;

type Part<Name extends string, Schema, Value> = Schema extends object
  ? Readonly<Record<Name, Value>>
  : { readonly [N in Name]?: never };

/** Values of a call, and options of its request. */
export type CallOptions<C extends Call> = Part<'params', C['params'], CallParams<C>> &
  Part<'body', C['body'], SentBody<C>> & {
    readonly query?: C['query'] extends object ? SentQuery<C> : never;
  } & Pick<HttpFetchOptions, 'headers' | 'signal' | 'asSystemRequest'>;

type Rest<C extends Call> =
  Record<never, never> extends CallOptions<C>
    ? readonly [options?: CallOptions<C>]
    : readonly [options: CallOptions<C>];

/**
 * Sends a call.
 * @returns the body of the response
 * @throws the HTTP service's fetch error
 */
export const send = <C extends Call>(
  http: Sender<C>,
  call: C,
  ...[options]: Rest<C>
): Promise<CallResult<C>> => sendWith(http, call, options, {});

/** Sends a call whose response is needed with its status and headers. */
export const sendForResponse = <C extends Call>(
  http: Sender<C>,
  call: C,
  ...[options]: Rest<C>
): Promise<HttpResponse<CallResult<C>>> => sendWith(http, call, options, { asResponse: true });

function sendWith<C extends Call, T>(
  http: Sender<C>,
  call: C,
  options: CallOptions<C> | undefined,
  more: { readonly asResponse?: true }
): Promise<T> {
  const { params, body, ...rest } = (options ?? {}) as {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
  } & HttpFetchOptions;
  const fetchOptions = {
    ...rest,
    ...more,
    call,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const name = call.method.toLowerCase() as Lowercase<C['method']>;
  const verb = (http as unknown as HttpSetup)[name as Lowercase<Call['method']>];
  return verb<T>(getAddress(call.path, params), fetchOptions) as Promise<T>;
}

/** The path of a call with its parameters. */
const getAddress = (path: string, params: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
