/** Collects the routes of one owner until the server is built. */
import type { TSchema } from '@sinclair/typebox';
import { parsePathPattern, type PathPattern } from './path_pattern';
import type { HttpMethod } from '../../../../backend/api';
import type {
  RouteAccess,
  RouteConfig,
  RouteHandler,
  RouteRegistrar,
  Router,
} from '../types';

export interface RouteDefinition {
  readonly method: HttpMethod;
  readonly pattern: PathPattern;
  readonly config: RouteConfig;
  readonly handler: RouteHandler<TSchema, TSchema, TSchema>;
}

const ACCESS: readonly RouteAccess[] = ['public', 'optional', 'user', 'admin'];

/** @param add - takes a checked route; throws once registration is closed */
export function createRouter(add: (route: RouteDefinition) => void): Router {
  const register =
    (method: HttpMethod): RouteRegistrar =>
    (config, handler) => {
      const name = `[${method.toLowerCase()}] at [${config.path}]`;
      if (config.validate === undefined) {
        throw new Error(
          `The ${name} does not have a 'validate' specified. Use 'false' as the value if you want to bypass validation.`
        );
      }
      // Whoever leaves it open must not have it open: strangers get in by a word only.
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
        handler: handler as unknown as RouteDefinition['handler'],
      });
    };
  return {
    get: register('GET'),
    post: register('POST'),
    put: register('PUT'),
    patch: register('PATCH'),
    delete: register('DELETE'),
  };
}
