/**
 * What each route and entry point may be sent and may answer: the defaults, and what a route says
 * of its own.
 */
import { HTTP_LIMITS } from '../../../common';
import type { JsonBudget, RouteLimits, RouteConfig } from '../types';

const JSON_BUDGET: JsonBudget = {
  depth: HTTP_LIMITS.jsonDepth,
  values: HTTP_LIMITS.jsonValues,
  items: HTTP_LIMITS.jsonItems,
};

type Budget = Omit<RouteLimits, 'method' | 'path'>;

/** Of requests that no route or entry point is there for. */
export const FALLBACK_BUDGET: Budget = {
  access: 'user',
  bodyBytes: HTTP_LIMITS.unreadBodyBytes,
  json: JSON_BUDGET,
  answerBytes: HTTP_LIMITS.answerBytes,
};

/** @param maxPayload - bytes of a body where the route does not say */
export function routeBudget({ options, validate }: RouteConfig, maxPayload: number): Budget {
  const { access, body = {}, answer: response, rateLimitPerMinute } = options;
  const isRead = validate !== false && validate.body !== undefined;
  return {
    access,
    bodyBytes:
      body.maxBytes ?? Math.min(maxPayload, isRead ? maxPayload : HTTP_LIMITS.unreadBodyBytes),
    json: { ...JSON_BUDGET, ...body.json },
    answerBytes: response?.maxBytes ?? HTTP_LIMITS.answerBytes,
    ...(rateLimitPerMinute !== undefined && { requestsPerMinute: rateLimitPerMinute }),
  };
}

export const entryPointBudget = (maxBytes: number): Budget => ({
  access: 'entry_point',
  bodyBytes: maxBytes,
  json: JSON_BUDGET,
  answerBytes: HTTP_LIMITS.answerBytes,
});
