/** Helpers for tests of the embedded engine. */
import { afterAll } from '@jest/globals';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { WorkerPool } from '../../workers';
import {
  startEmbeddedEngine,
  type EmbeddedEngineOptions,
  type StartedEngine,
} from '../embedded/index';
import type {
  Engine,
  EngineCaller,
  EngineRequest,
  EngineResponse,
  HttpMethod,
} from '../api/engine';
import type { EngineSettings } from '../api/settings';
import type { EmbeddedEngine } from '../embedded';

export const ADMIN_PASSWORD = 'Correct-Horse-7-Battery';
export const INTERNAL: EngineCaller = { kind: 'internal' };

const engines: EmbeddedEngine[] = [];
const settings = new WeakMap<EmbeddedEngine, Partial<EngineSettings>>();
/** Shared by all engines of a test file, so that the password dictionaries are loaded once. */
const workers = new WorkerPool();
afterAll(() => workers.stop());

/**
 * Starts an engine, in a new folder unless `dataDir` is given. Unexpected failures of requests
 * throw.
 */
export async function startEngine(
  options: Partial<EmbeddedEngineOptions> = {}
): Promise<StartedEngine> {
  const started = await startEmbeddedEngine({
    dataDir: options.dataDir ?? temporaryFolder(),
    initialAdminPassword: ADMIN_PASSWORD,
    workers,
    ...options,
  });
  engines.push(started.engine);
  settings.set(started.engine, options.settings ?? {});
  return started;
}

/** Call it in `afterEach` or `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (const engine of engines.splice(0)) await engine.stop();
}

export const basic = (userName: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`,
});

export async function login(
  engine: EmbeddedEngine,
  userName: string,
  password: string,
  remoteAddress = '127.0.0.1'
): Promise<EngineCaller> {
  const result = await engine.authenticate({ headers: basic(userName, password), remoteAddress });
  if (!result.ok) throw new Error(`login of ${userName}: ${result.reason}`);
  return { kind: 'user', principal: result.principal, remoteAddress };
}

export const API = '/_plugins/_security/api';

export type Client = (
  method: HttpMethod,
  path: string,
  body?: unknown,
  more?: Partial<EngineRequest>
) => Promise<EngineResponse>;

type Around = (engine: EmbeddedEngine, settings: Partial<EngineSettings>) => Engine;

let around: Around = (engine) => engine;
const wrapped = new WeakMap<EmbeddedEngine, Engine>();

/**
 * Decorates the engines of this test file. Requests of the tests pass through the decorators,
 * requests of the server itself do not. Must be called before the suites are defined.
 */
export function callThrough(given: Around): void {
  around = given;
}

function reached(engine: EmbeddedEngine): Engine {
  const known = wrapped.get(engine);
  if (known) return known;
  const made = around(engine, settings.get(engine) ?? {});
  wrapped.set(engine, made);
  return made;
}

/**
 * Sends requests to paths below `/_plugins/_security`. A path that starts with `//` is used without
 * this prefix.
 */
export const clientOf =
  (engine: EmbeddedEngine, caller: EngineCaller): Client =>
  (method, path, body, more = {}) => {
    const request = {
      method,
      path: path.startsWith('//') ? path.slice(1) : `/_plugins/_security${path}`,
      body,
      ...more,
    };
    return caller.kind === 'internal'
      ? engine.request(caller, request)
      : reached(engine).request(caller, request);
  };
