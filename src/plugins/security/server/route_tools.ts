/**
 * What routes of other plugins that work on the engine share with those of this plugin: its paths,
 * its errors, and versions of entries.
 */
import { EngineRequestError, lockoutAttributes } from './engine_errors';
import { enginePaths, expectSuccess, getPreconditions, toResult } from './engine_requests';
import { EngineUnavailableError } from './engine_unavailable';
import { tableText } from './file_tables';

export const ROUTE_TOOLS = {
  /** Of the engine's REST API. */
  paths: enginePaths,
  /** The response, unless it is an error. */
  expectSuccess,
  /** The result of an operation, unless it is an error. */
  toResult,
  /** The version headers of a request. */
  getPreconditions,
  /** Who loses administration by a change that the engine refused for that. */
  lockoutAttributes,
  /** A table of entries as CSV. */
  tableText,
  /** An error response of the engine. */
  EngineRequestError,
  /** The engine cannot be reached. */
  EngineUnavailableError,
} as const;

export type RouteTools = typeof ROUTE_TOOLS;
