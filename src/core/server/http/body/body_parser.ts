/** Parses request bodies: JSON without prototype pollution, or text if the route requests it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CodedError, SERVER_ERRORS } from '../../../../contracts/errors';
import { FALLBACK_BUDGET } from './body_limits';
import { jsonProblem } from './json_scan';
import type { RouteLimits, RouteConfig } from '../types';

const DEFAULT_ACCEPTS = ['application/json'] as const;

/** Route information for the hooks. */
export interface RouteMarker {
  readonly accepts?: readonly string[];
  readonly asBytes?: boolean;
  readonly budget?: Omit<RouteLimits, 'method' | 'path'>;
}

export const getBudget = (request: FastifyRequest): NonNullable<RouteMarker['budget']> =>
  (request.routeOptions.config as RouteMarker).budget ?? FALLBACK_BUDGET;

export const acceptedTypes = (options: RouteConfig['options']): readonly string[] =>
  options.body?.accepts ?? DEFAULT_ACCEPTS;

/** One parser for all routes. Each route decides which content types it accepts. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const { accepts = DEFAULT_ACCEPTS, asBytes } = request.routeOptions.config as RouteMarker;
    const type = mediaType(request.headers['content-type']);
    if (!accepts.includes(type)) {
      return done(
        new CodedError(SERVER_ERRORS.mediaType, { type, accepted: accepts.join(' or ') })
      );
    }
    if (!isJson(type)) return done(null, asBytes ? body : body.toString());
    const text = body.toString();
    const problem = jsonProblem(text, getBudget(request).json);
    if (problem) return done(problem);
    // The library's message may quote the body, including passwords.
    return parseJson(request, text, (error, value) =>
      error ? done(new CodedError(SERVER_ERRORS.invalidJson)) : done(null, value)
    );
  });
}

const mediaType = (header: string | undefined): string =>
  (header ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');
