/** Converts the product's response to the library's. */
import type { FastifyReply } from 'fastify';
import { isSecureRequest } from './request/client_address';
import type { RouteResponse, SetCookie } from './types';
import { getBudget } from './body/body_parser';
import { SERVER_ERRORS } from '../../../contracts/errors';
import { definedError } from './responses/http_errors';
import { HTTP_LIMITS } from '../../common';
import { jsonBytes, jsonBytesInSteps, jsonResponse } from './responses/json_response';
import { PERMISSIONS_POLICY_HEADER } from './responses/security_headers';

/**
 * Sets the `Set-Cookie` headers; a later cookie replaces earlier ones of the same name. Serialized
 * immediately, because an error of the library while sending would expose its own message.
 * @param basePath - as the browser sees it, '' for none
 * @throws {TypeError} for a name or domain that would break the header
 */
function setCookieLines(
  reply: FastifyReply,
  cookies: readonly SetCookie[],
  basePath: string
): string[] {
  const isTls = isSecureRequest(reply.request);
  const byName = new Map(cookies.map((cookie) => [cookie.name, cookie]));
  return [...byName.values()].map(({ name, value, domain, sameSite, maxAgeSeconds, secure }) =>
    reply.server.serializeCookie(name, value ?? '', {
      path: basePath || '/',
      httpOnly: true,
      domain,
      sameSite: sameSite?.toLowerCase() as Lowercase<NonNullable<typeof sameSite>> | undefined,
      // Browsers drop SameSite=None cookies that are not Secure.
      secure: secure ?? (isTls || sameSite === 'None'),
      ...(maxAgeSeconds !== undefined && { maxAge: Math.trunc(maxAgeSeconds) }),
      ...(value === undefined && { maxAge: 0, expires: new Date(0) }),
    })
  );
}

interface ReplyScope {
  /** Base path as the browser sees it, '' for none. */
  readonly basePath: string;
  readonly isDraining: () => boolean;
}

/** A response that is not small is measured and serialized in steps. */
export function sendResponse(
  reply: FastifyReply,
  response: RouteResponse,
  scope: ReplyScope,
  pendingCookies?: readonly SetCookie[]
): FastifyReply | Promise<FastifyReply> {
  const { responseBytes } = getBudget(reply.request);
  const { responseSliceBytes } = HTTP_LIMITS;
  const sendMeasured = (bytes: number) =>
    bytes > responseBytes
      ? sendBody(reply, responseTooLarge(responseBytes), 0, scope, pendingCookies)
      : sendBody(reply, response, bytes, scope, pendingCookies);
  const { body } = response;
  const bytes = bodyBytes(body, Math.min(responseBytes, responseSliceBytes));
  return bytes > responseSliceBytes && typeof body !== 'string' && !Buffer.isBuffer(body)
    ? jsonBytesInSteps(body, responseBytes).then(sendMeasured)
    : sendMeasured(bytes);
}

/** @param bytes - of the body, as {@link bodyBytes} measured it */
function sendBody(
  reply: FastifyReply,
  { statusCode, headers, cookies, body }: RouteResponse,
  bytes: number,
  scope: ReplyScope,
  pendingCookies?: readonly SetCookie[]
): FastifyReply {
  reply.code(statusCode);
  if (headers) for (const name in headers) reply.header(name, headers[name]);
  // Only documents obey it, and with small files it would be a tenth of the download.
  if (!isPage(reply.getHeader('content-type'))) reply.removeHeader(PERMISSIONS_POLICY_HEADER);
  if (cookies || pendingCookies) {
    const all = [...(pendingCookies ?? []), ...(cookies ?? [])];
    if (all.length > 0) reply.header('set-cookie', setCookieLines(reply, all, scope.basePath));
  }
  // Keep-alive connections must not delay the stop of the server.
  if (scope.isDraining()) reply.header('connection', 'close');
  if (typeof body === 'string') {
    if (!reply.hasHeader('content-type')) reply.header('content-type', 'text/plain; charset=utf-8');
    return reply.send(body);
  }
  if (body === undefined || Buffer.isBuffer(body) || isStream(body)) return reply.send(body);
  if (!reply.hasHeader('content-type'))
    reply.header('content-type', 'application/json; charset=utf-8');
  const isError =
    statusCode >= 400 && (body as { statusCode?: unknown } | null)?.statusCode === statusCode;
  return reply.send(jsonResponse(isError ? { ...body, requestId: reply.request.id } : body, bytes));
}

/** Bytes of the body, for JSON about; 0 for streams, and some number above `limit` beyond it. */
function bodyBytes(body: unknown, limit: number): number {
  if (body === undefined || isStream(body)) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return Buffer.isBuffer(body) ? body.length : jsonBytes(body, limit);
}

const responseTooLarge = (maxBytes: number): RouteResponse =>
  definedError(SERVER_ERRORS.responseTooLarge, { bytes: maxBytes });

const isPage = (type: unknown): boolean => typeof type === 'string' && type.startsWith('text/html');

const isStream = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as { pipe?: unknown }).pipe === 'function';
