/** The request as handlers see it. Everything that costs is made on first use. */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { SYSTEM_REQUEST_HEADER } from '../../../common';
import type { HttpMethod } from '../../../../backend/api';
import { clientAddress, peerAddress } from './client_address';
import { isCrossSiteWrite } from './cross_site';
import type { RouteRequest, RequestAuth, RouteConfig, SetCookie } from '../types';

const SYSTEM_REQUEST_HEADER_ALIAS = 'osd-system-request';
/** Only path and query of the URL are ever used; the host header is not trusted. */
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
  /** Cookies of the auth handler, sent with whatever the answer is. */
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
    // The socket alone, unless it is a trusted proxy that names somebody.
    return (this.source.ips?.length ?? 0) > 1;
  }
  get isSystemRequest(): boolean {
    const { headers } = this.source;
    return (headers[SYSTEM_REQUEST_HEADER] ?? headers[SYSTEM_REQUEST_HEADER_ALIAS]) === 'true';
  }
  /** Whether a page of another site has the browser ask for a change. */
  get isForeignChange(): boolean {
    return isCrossSiteWrite(this.source);
  }
  /** Path without query, still encoded. */
  get pathname(): string {
    return pathOf(this.source.url);
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
}

export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/**
 * Aborts when the client goes away before the answer is finished. It listens to the answer and not
 * to the connection, which lives on and would collect a listener for each of its requests.
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
