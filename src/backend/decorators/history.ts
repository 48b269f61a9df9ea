/**
 * The change history for a backend without one. Stores changes in a separate store and checks
 * permissions with the backend.
 */
import { randomUUID } from 'node:crypto';
import { HistoryService } from '../changes/history/history_service';
import { isEntityType } from '../api/change';
import { BackendError } from '../api/backend_error';
import type { EngineSupplies } from '../api/backend';
import type {
  Engine,
  EngineRequest,
  EngineResponse,
  EngineResult,
  HistoryType,
  RecordedChange,
  RequestCaller,
} from '../api/engine';
import { endpointFor } from '../../contracts/api';
import { forbid } from '../model/responses';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import { OutsideChanges } from './outside_changes';

const NOT_READ = forbid('No permission to read the history.');

/**
 * @param engine - an engine without a history, whose changes are recorded in the store. Reverts are
 *   changes like others
 */
export function withHistory(
  engine: Engine,
  { history: store, configuration }: Required<Pick<EngineSupplies, 'history' | 'configuration'>>
): Engine {
  const errors = async (caller: RequestCaller, types: readonly HistoryType[]) => {
    const isDisabled = await disabledEndpoints(engine, caller);
    return Promise.all(
      types.map((type) => (isDisabled(type) ? findError(engine, caller, type) : undefined))
    );
  };
  const outside = new OutsideChanges(store, configuration);
  const history = new HistoryService<RequestCaller>({
    store,
    readErrors: errors,
    isSuperAdmin: () => false,
    present: async (caller, change) => ({
      tag: await toTag(engine, caller, change),
      isUnchanged: await outside.isCurrent(change),
    }),
    request: (caller, request: EngineRequest) => engine.request(caller, request),
  });
  const find: Engine['find'] = async (caller, query) => {
    const found = await engine.find(caller, query);
    if (!query.marksChangesOutside) return found;
    return markResult(found, (page) => outside.inPage(query.type, page));
  };
  const findings: Engine['findings'] = async (caller, options) => {
    const found = await engine.findings(caller, options);
    if (!options?.marksChangesOutside) return found;
    return markResult(found, (checked) => outside.inFindings(checked));
  };
  const features = { ...engine.features, history: true };
  return { ...engine, features, history, find, findings };
}

/** Without marks while the history cannot be read, which the status reports. */
async function markResult<T>(
  found: EngineResult<T>,
  mark: (result: T) => Promise<T>
): Promise<EngineResult<T>> {
  if (!found.ok) return found;
  try {
    return { ok: true, result: await mark(found.result) };
  } catch (error) {
    if (error instanceof BackendError) return found;
    throw error;
  }
}

/**
 * Reads the disabled endpoints of all types in one request. If that fails, all types count as
 * disabled and are checked one by one.
 */
async function disabledEndpoints(
  engine: Engine,
  caller: RequestCaller
): Promise<(type: HistoryType) => boolean> {
  const path = `${PREFIX}/api/permissionsinfo`;
  const { statusCode, body } = await engine.request(caller, { method: 'GET', path });
  if (statusCode !== 200 || !isJsonObject(body) || body['has_api_access'] !== true)
    return () => true;
  const disabled = isJsonObject(body['disabled_endpoints']) ? body['disabled_endpoints'] : {};
  return (type) => {
    const methods = disabled[endpointFor(type)];
    return Array.isArray(methods) && methods.includes('GET');
  };
}

/**
 * The backend's own error response, or `undefined` if the caller may read the type. Requests an
 * entity with a random name, or the document. Unexpected responses count as not permitted.
 */
async function findError(
  engine: Engine,
  caller: RequestCaller,
  type: HistoryType
): Promise<EngineResponse | undefined> {
  const resource = type === 'config' || type === 'connections' ? 'securityconfig' : type;
  const path = `${PREFIX}/api/${isEntityType(type) ? `${type}/${randomUUID()}` : resource}`;
  const response = await engine.request(caller, { method: 'GET', path });
  if (response.statusCode === (isEntityType(type) ? 404 : 200)) return undefined;
  return response.statusCode === 401 || response.statusCode === 403 ? response : NOT_READ;
}

/** Of the documents, only the guardrails have an entity tag. */
async function toTag(
  engine: Engine,
  caller: RequestCaller,
  { type, name }: RecordedChange
): Promise<string | undefined> {
  if (!isEntityType(type) && type !== 'guardrails') return undefined;
  const path = `${PREFIX}/api/${type}${isEntityType(type) ? `/${encodeURIComponent(name)}` : ''}`;
  return (await engine.request(caller, { method: 'GET', path })).headers['etag'];
}
