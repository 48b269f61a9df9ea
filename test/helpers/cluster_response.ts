/** Responses as the client of a cluster reads them, for tests without a cluster. */
import type { ClusterResponse } from '../../src/backend/opensearch/client';

/** @param body - a text as it comes, or the value of a JSON text */
export function clusterResponse(statusCode: number, body: unknown): ClusterResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const json = parsed(text);
  const type = json === undefined ? 'text/plain' : 'application/json';
  return { statusCode, headers: { 'content-type': type }, text, json };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
