/**
 * Which requests may come at all, while the allow list is on. Source:
 * docs/reference/engine.md#allow-list.
 */
import { isJsonObject } from '../../model/entity_shape';
import type { EngineRequest, EngineResponse } from '../../api/engine';
import { json } from '../../model/responses';

type Json = Readonly<Record<string, unknown>>;

export const allowListOf = (
  document: Json | undefined
): { readonly enabled: boolean; readonly requests: Json } => ({
  enabled: document?.['enabled'] === true,
  requests: isJsonObject(document?.['requests']) ? document['requests'] : {},
});

/** The literal path, a slash at its end ignored. */
export function isListed(requests: Json, method: string, path: string): boolean {
  const wanted = trimmed(path);
  return Object.entries(requests).some(
    ([listed, methods]) =>
      trimmed(listed) === wanted && Array.isArray(methods) && methods.includes(method)
  );
}

const trimmed = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** @returns the refusal of a request that is not listed, or `undefined` */
export function allowListError(
  document: Json | undefined,
  request: EngineRequest
): EngineResponse | undefined {
  const { enabled, requests } = allowListOf(document);
  if (!enabled || isListed(requests, request.method, request.path)) return undefined;
  const error = `${request.method} ${request.path.slice(0, 300)} API not allowlisted`;
  return json(403, { error, status: 'FORBIDDEN' });
}
