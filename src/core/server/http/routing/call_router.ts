/** Routes of calls that contracts declare. */
import type { TSchema } from '@sinclair/typebox';
import type { Call } from '../../../../contracts/calls';
import type {
  CallInput,
  CallRouter,
  RouteConfig,
  RouteRegistrar,
  RouteRequest,
  Router,
} from '../types';

type Verbs = Omit<Router, keyof CallRouter>;

/** Adds the registration of calls to that of routes. */
export function createCallRouter(verbs: Verbs): CallRouter {
  const registrarOf = (call: Call): RouteRegistrar =>
    verbs[call.method.toLowerCase() as keyof Verbs];
  return {
    handle(call, handler) {
      const [status, schema] = Object.entries(call.responses)[0] ?? [];
      registrarOf(call)(routeConfig(call), async (request, response) => {
        const body = await handler(inputOf(request as RouteRequest<never, never, never>));
        return response.custom({
          statusCode: Number(status),
          ...(schema !== null && { body: body ?? {} }),
        });
      });
    },
    respond(call, handler) {
      registrarOf(call)(routeConfig(call), (request, response) =>
        handler(inputOf(request as RouteRequest<never, never, never>), response)
      );
    },
  };
}

const inputOf = <C extends Call>(request: CallInput<C>['request']): CallInput<C> => ({
  params: request.params,
  query: request.query,
  body: request.body,
  request,
});

/** The route of a call. */
function routeConfig(call: Call): RouteConfig<TSchema, TSchema, TSchema> {
  const { params, query, body, describedBody, limits = {} } = call;
  const { summary, responses, errors, headers } = call;
  const { access, rights, reads, accepts, asBytes } = call;
  const { xsrfRequired, fromOtherSites, forCollectors, anonymousWhenUnavailable } = call;
  return {
    path: call.path,
    validate: (params ?? query ?? body) ? defined({ params, query, body }) : false,
    doc: { summary, responses, ...defined({ body: describedBody, errors, headers }) },
    options: {
      access,
      ...defined({
        rights,
        reads,
        rateLimitPerMinute: limits.perMinute,
        body: definedOrNone({ maxBytes: limits.bodyBytes, json: limits.json, accepts, asBytes }),
        response: definedOrNone({ maxBytes: limits.responseBytes }),
        xsrfRequired,
        fromOtherSites,
        forCollectors,
        anonymousWhenUnavailable,
      }),
    },
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the keys that are undefined. */
const defined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined)
  ) as Defined<T>;

function definedOrNone<T extends object>(values: T): Defined<T> | undefined {
  const found = defined(values);
  return Object.keys(found).length > 0 ? found : undefined;
}
