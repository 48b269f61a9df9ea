/** The request as handlers see it. Expensive properties are computed on first use. */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { SYSTEM_REQUEST_HEADER } from '../../../common';
import type { HttpMethod } from '../../../../backend/api';
import { clientAddress, isForwarded, peerAddress } from './client_address';
import { isCrossSiteWrite } from './cross_site';
import { identifyRequest } from './request_user';
import type { RouteRequest, RequestAuth, RouteConfig, SetCookie } from '../types';

const SYSTEM_REQUEST_HEADER_ALIAS = 'osd-system-request';
/** Only path and query of the URL are used; the host header is not trusted. */
const ORIGIN = 'http://localhost';

export interface RouteInfo {
  readonly path: string;
  readonly options: RouteConfig['options'];
}

export class IncomingRequest implements RouteRequest {
  params: unknown = {};
  query: unknown = {};
  body: unknown = undefined;
  auth: RequestAuth | undefined = undefined;
  isCollector = false;
  /** Cookies from authentication, sent with any response. */
  pendingCookies: readonly SetCookie[] | undefined = undefined;
  private parsedUrl: URL | undefined;
  private abort: AbortController | undefined;
  private address: string | undefined;

  constructor(
    private readonly source: FastifyRequest,
    private readonly response: ServerResponse,
    readonly route: RouteInfo,
    readonly basePath: string
  ) {}

  get id(): string {
    return this.source.id;
  }
  get method(): HttpMethod {
    return this.source.method as HttpMethod;
  }
  get headers(): Readonly<Record<string, string | undefined>> {
    return this.source.headers as Readonly<Record<string, string | undefined>>;
  }
  get remoteAddress(): string {
    return (this.address ??= clientAddress(this.source));
  }
  get peerAddress(): string {
    return peerAddress(this.source);
  }
  get isForwarded(): boolean {
    return isForwarded(this.source);
  }
  get isSystemRequest(): boolean {
    const { headers } = this.source;
    return (headers[SYSTEM_REQUEST_HEADER] ?? headers[SYSTEM_REQUEST_HEADER_ALIAS]) === 'true';
  }
  /** Whether a page of another site triggered this write request. */
  get isForeignChange(): boolean {
    return isCrossSiteWrite(this.source);
  }
  /** Path without query, still percent-encoded. */
  get pathname(): string {
    return getPath(this.source.url);
  }
  get url(): URL {
    return (this.parsedUrl ??= new URL(ORIGIN + this.source.url));
  }
  get cookies(): Readonly<Record<string, string | undefined>> {
    return this.source.cookies;
  }
  get signal(): AbortSignal {
    this.abort ??= abortOnClose(this.response);
    return this.abort.signal;
  }
  identify(userName: string): void {
    identifyRequest(this.source, userName);
  }
}

export function getPath(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/**
 * Aborts if the client disconnects before the response is finished. Listens to the response instead
 * of the connection, which would collect a listener for each of its requests.
 */
export function abortOnClose(response: ServerResponse): AbortController {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller;
}
