/** Limits of request and response bodies: the defaults, and overrides of routes. */
import { HTTP_LIMITS } from '../../../common';
import type { JsonBudget, RouteLimits, RouteConfig } from '../types';

const JSON_BUDGET: JsonBudget = {
  depth: HTTP_LIMITS.jsonDepth,
  values: HTTP_LIMITS.jsonValues,
  items: HTTP_LIMITS.jsonItems,
};

type Budget = Omit<RouteLimits, 'method' | 'path'>;

/** For requests that match no route or entry point. */
export const FALLBACK_BUDGET: Budget = {
  access: 'user',
  bodyBytes: HTTP_LIMITS.unreadBodyBytes,
  json: JSON_BUDGET,
  responseBytes: HTTP_LIMITS.responseBytes,
};

/** @param maxPayload - bytes of a body unless the route sets its own limit */
export function routeBudget({ options, validate }: RouteConfig, maxPayload: number): Budget {
  const { access, body = {}, response, rateLimitPerMinute } = options;
  const isRead = validate !== false && validate.body !== undefined;
  return {
    access,
    bodyBytes:
      body.maxBytes ?? Math.min(maxPayload, isRead ? maxPayload : HTTP_LIMITS.unreadBodyBytes),
    json: { ...JSON_BUDGET, ...body.json },
    responseBytes: response?.maxBytes ?? HTTP_LIMITS.responseBytes,
    ...(rateLimitPerMinute !== undefined && { requestsPerMinute: rateLimitPerMinute }),
  };
}

export const entryPointBudget = (maxBytes: number): Budget => ({
  access: 'entry_point',
  bodyBytes: maxBytes,
  json: JSON_BUDGET,
  responseBytes: HTTP_LIMITS.responseBytes,
});
