/** Routes of calls that contracts declare. */
import { Type, TypeGuard, type TSchema } from '@sinclair/typebox';
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

/** A route of a call, and the parameters that its path has fixed. */
interface CallRoute {
  readonly call: Call;
  readonly fixed: Readonly<Record<string, string>>;
}

/** Adds the registration of calls to that of routes. */
export function createCallRouter(verbs: Verbs): CallRouter {
  const getRegistrar = (call: Call): RouteRegistrar =>
    verbs[call.method.toLowerCase() as keyof Verbs];
  return {
    handle(declared, handler) {
      for (const { call, fixed } of getRoutes(declared)) {
        const [status, schema] = Object.entries(call.responses)[0] ?? [];
        getRegistrar(call)(routeConfig(call), async (request, response) => {
          const body = await handler(toInput(request as RouteRequest<never, never, never>, fixed));
          return response.custom({
            statusCode: Number(status),
            ...(schema !== null && { body: body ?? {} }),
          });
        });
      }
    },
    respond(declared, handler) {
      for (const { call, fixed } of getRoutes(declared))
        getRegistrar(call)(routeConfig(call), (request, response) =>
          handler(toInput(request as RouteRequest<never, never, never>, fixed), response)
        );
    },
  };
}

function getRoutes(call: Call): readonly CallRoute[] {
  const { variants } = call;
  if (!variants) return [{ call, fixed: {} }];
  const { parameter, of } = variants;
  const params = withoutParameter(call.params, parameter);
  return Object.entries(of).map(([value, own]) => {
    const { params: _all, variants: _variants, ...shared } = call;
    const path = call.path.replace(`{${parameter}}`, value);
    return {
      call: { ...shared, ...own, path, ...(params && { params }) },
      fixed: { [parameter]: value },
    };
  });
}

/** The schema of the other parameters, if there are any. */
function withoutParameter(params: TSchema | undefined, parameter: string): TSchema | undefined {
  if (!params || !TypeGuard.IsObject(params)) return undefined;
  const others = Object.entries(params.properties).filter(([name]) => name !== parameter);
  return others.length > 0 ? Type.Object(Object.fromEntries(others)) : undefined;
}

const toInput = <C extends Call>(
  request: CallInput<C>['request'],
  fixed: CallRoute['fixed']
): CallInput<C> => ({
  params: { ...(request.params as object), ...fixed } as CallInput<C>['params'],
  query: request.query,
  body: request.body,
  request,
});

/** The route of a call. */
function routeConfig(call: Call): RouteConfig<TSchema, TSchema, TSchema> {
  const { params, query, body, describedBody, limits = {} } = call;
  const { summary, responses, errors, headers } = call;
  const { access, rights, reads, forClusters, accepts, asBytes } = call;
  const { xsrfRequired, fromOtherSites, forCollectors, anonymousWhenUnavailable } = call;
  return {
    path: call.path,
    validate: (params ?? query ?? body) ? dropUndefined({ params, query, body }) : false,
    doc: { summary, responses, ...dropUndefined({ body: describedBody, errors, headers }) },
    options: {
      access,
      ...dropUndefined({
        rights,
        reads,
        forClusters,
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
const dropUndefined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined)
  ) as Defined<T>;

function definedOrNone<T extends object>(values: T): Defined<T> | undefined {
  const found = dropUndefined(values);
  return Object.keys(found).length > 0 ? found : undefined;
}
