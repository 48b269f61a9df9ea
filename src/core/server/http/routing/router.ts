/** Collects the routes of one owner until the server is built. */
import type { TSchema } from '@sinclair/typebox';
import type { HttpMethod } from '../../../../backend/api';
import { createCallRouter } from './call_router';
import type {
  RouteAccess,
  RouteConfig,
  RouteErrorHandler,
  RouteHandler,
  Router,
  RouteRegistrar,
} from '../types';

/**
 * Route paths with `{name}`, `{name?}` (last segment) and `{name*}` (the rest, possibly empty),
 * converted to the patterns of the router library.
 */

interface PathPattern {
  /** One or two library patterns that together match the path. */
  readonly urls: readonly string[];
  /** Name of the rest parameter, which the library calls `*`. */
  readonly restName: string | undefined;
}

const PARAMETER = /\{([A-Za-z_][A-Za-z0-9_]*)([?*]?)\}/g;

/** @throws {Error} for paths without a leading slash, and for `?` or `*` before the last segment */
export function parsePathPattern(path: string): PathPattern {
  if (!path.startsWith('/')) throw new Error(`Route path "${path}" must start with a slash.`);
  let restName: string | undefined;
  let isOptional = false;
  const url = path.replace(PARAMETER, (match, name: string, kind: string, offset: number) => {
    const isLast = offset + match.length === path.length;
    if (kind !== '' && !isLast)
      throw new Error(`Route path "${path}": ${match} must be the last part.`);
    if (kind === '*') restName = name;
    isOptional = kind === '?';
    return kind === '*' ? '*' : `:${name}`;
  });
  if (/[{}]/.test(url))
    throw new Error(`Route path "${path}" has a parameter that cannot be read.`);
  const lastSlash = url.lastIndexOf('/');
  const parent = url.slice(0, lastSlash) || '/';
  const urls = isOptional || (restName && parent !== '/') ? [url, parent] : [url];
  return { urls, restName };
}

export interface RouteDefinition {
  readonly method: HttpMethod;
  readonly pattern: PathPattern;
  readonly config: RouteConfig;
  readonly handler: RouteHandler<TSchema, TSchema, TSchema>;
}

const ACCESS: readonly RouteAccess[] = ['public', 'optional', 'user', 'admin'];

/**
 * @param add - takes a validated route; throws after registration is closed
 * @param onError - as of `HttpServiceSetup.createRouter`
 */
export function createRouter(
  add: (route: RouteDefinition) => void,
  onError: RouteErrorHandler = () => undefined
): Router {
  const register =
    (method: HttpMethod): RouteRegistrar =>
    (config, handler) => {
      const name = `[${method.toLowerCase()}] at [${config.path}]`;
      if (config.validate === undefined) {
        throw new Error(
          `The ${name} does not have a 'validate' specified. Use 'false' as the value if you want to bypass validation.`
        );
      }
      // Secure by default: public access must be declared explicitly.
      const { access = 'user' } = config.options ?? {};
      if (!ACCESS.includes(access)) {
        throw new Error(
          `The ${name} says "${access}" for who may call it: set 'options.access' to one of ${ACCESS.join(', ')}.`
        );
      }
      add({
        method,
        pattern: parsePathPattern(config.path),
        config: { ...config, options: { ...config.options, access } } as unknown as RouteConfig,
        handler: async (request, response) => {
          try {
            return await handler(request as never, response);
          } catch (error) {
            const converted = onError(error, response);
            if (!converted) throw error;
            return converted;
          }
        },
      });
    };
  const verbs = {
    get: register('GET'),
    post: register('POST'),
    put: register('PUT'),
    patch: register('PATCH'),
    delete: register('DELETE'),
  };
  return { ...verbs, ...createCallRouter(verbs) };
}
