/**
 * Responses of the embedded engine, in addition to those of all backends. Source:
 * docs/reference/engine.md#envelopes-and-transport.
 */
import type { EngineResponse } from '../../../api/engine';
import { coreError, forbidden, json, notFound } from '../../../model/responses';

export * from '../../../model/responses';

export const illegalArgument = (reason: string): EngineResponse =>
  coreError(400, 'illegal_argument_exception', reason);

export const accessDenied = (): EngineResponse => forbidden('Access denied');
export const notAvailable = (name: string): EngineResponse =>
  notFound(`Resource '${name}' is not available.`);
/** The response for an unknown path, also for disabled features. */
export const noHandler = ({
  path,
  method,
}: {
  readonly path: string;
  readonly method: string;
}): EngineResponse =>
  json(400, { error: `no handler found for uri [${path.slice(0, 300)}] and method [${method}]` });
