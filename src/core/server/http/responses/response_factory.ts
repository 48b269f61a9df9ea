import { errorResponse } from './http_errors';
import type {
  ErrorResponseOptions,
  RouteRequest,
  ResponseFactory,
  ResponseOptions,
  RouteResponse,
} from '../types';

/** Renders the shell's page for a request. */
export type PageRenderer = (
  request: RouteRequest,
  options: ResponseOptions & { anonymous?: boolean }
) => Promise<RouteResponse>;

/** Renders the page that browser users see instead of an error response. */
export type FailurePageRenderer = (request: RouteRequest, failure: RouteResponse) => RouteResponse;

type BodyOptions = ResponseOptions & { body?: unknown };

const success =
  (statusCode: number) =>
  ({ body, headers, cookies }: BodyOptions = {}): RouteResponse => ({
    statusCode,
    body,
    headers,
    cookies,
  });

const failure =
  (statusCode: number) =>
  ({ body, headers, cookies }: ErrorResponseOptions = {}): RouteResponse =>
    errorResponse(statusCode, body, { headers, cookies });

const SHARED: Omit<ResponseFactory, 'renderApp'> = {
  ok: success(200),
  created: success(201),
  accepted: success(202),
  noContent: ({ headers, cookies } = {}) => ({ statusCode: 204, headers, cookies }),
  redirected: ({ location, headers, cookies }) => ({
    statusCode: 302,
    headers: { ...headers, location: asciiLocation(location) },
    cookies,
  }),
  badRequest: failure(400),
  unauthorized: failure(401),
  forbidden: failure(403),
  notFound: failure(404),
  conflict: failure(409),
  internalError: failure(500),
  customError({ statusCode, body, headers, cookies }) {
    if (statusCode < 400 || statusCode > 599)
      throw new Error(`An error response needs a status from 400 to 599, got ${statusCode}.`);
    return errorResponse(statusCode, body, { headers, cookies });
  },
  custom: ({ statusCode, body, headers, cookies }) => ({ statusCode, body, headers, cookies }),
};

/** Creates the factory of one request, which only `renderApp` uses. */
export function createResponseFactory(
  request: RouteRequest,
  render: PageRenderer
): ResponseFactory {
  const factory = Object.create(SHARED) as {
    renderApp: ResponseFactory['renderApp'];
  } & ResponseFactory;
  factory.renderApp = (options = {}) => render(request, options);
  return factory;
}

/** Control characters would end the header; other non-ASCII text is percent-encoded. */
function asciiLocation(location: string): string {
  return location.replace(/[^\x21-\x7e]+/gu, (part) => encodeURIComponent(part));
}
