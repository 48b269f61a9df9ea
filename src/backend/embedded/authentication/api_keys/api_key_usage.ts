/** What an API key was used for, from audit events, and which of its permissions it never used. */
import type { KeyUsageReport } from '../../../../contracts/api';
import type { HttpMethod, RequestCaller } from '../../../api/engine';
import { PREFIX } from '../../../model/paths';
import type { StoredKey } from '../api_key_store/api_key_store';
import { versionOfKey } from '../api_key_store/api_key_text';

/** A request to the management API, or several that were denied for the same reason. */
export interface KeyRequest {
  readonly isGranted: boolean;
  readonly method?: HttpMethod;
  /** Absent for several denied requests with different paths. */
  readonly path?: string;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

export interface KeyUsageDeps {
  readonly audit: {
    /** @returns whether all requests were read */
    eachRequestOfKey(
      key: StoredKey,
      sinceMs: number,
      use: (request: KeyRequest) => void
    ): Promise<boolean>;
    recordsRequests(
      category: 'GRANTED_PRIVILEGES' | 'MISSING_PRIVILEGES',
      userName: string
    ): boolean;
  };
  readonly rest: {
    needsOf(
      method: HttpMethod,
      path: string
    ): { readonly permission?: string; readonly isChange: boolean };
  };
  readonly rights: {
    endpointPermissions(caller: RequestCaller): Promise<readonly string[]>;
  };
}

interface Use {
  count: number;
  last: number;
}
type Row = KeyUsageReport['used'][number];

/**
 * Events name the owner as of the request: those from before the owner was renamed are not found.
 * @param sinceMs - epoch milliseconds
 */
export async function keyUsage(
  { audit, rest, rights }: KeyUsageDeps,
  key: StoredKey,
  sinceMs: number
): Promise<KeyUsageReport> {
  const { id, userName } = key;
  const used = new Map<string, Row>();
  const denied = new Map<string, Row>();
  const permissions = new Map<string, Use>();
  let [events, changes, from, to] = [0, 0, Infinity, -Infinity];
  const isComplete = await audit.eachRequestOfKey(key, sinceMs, (request) => {
    const { isGranted, method, path, count, atMs } = request;
    addRequest(isGranted ? used : denied, request);
    if (!isGranted || method === undefined || path === undefined) return;
    events += count;
    [from, to] = [Math.min(from, atMs), Math.max(to, atMs)];
    const { permission, isChange } = rest.needsOf(method, path);
    if (isChange) changes += count;
    if (permission !== undefined) add(permissions, permission, { count, last: atMs });
  });
  const principal = { userName, credentialVersion: versionOfKey(id) };
  const permitted = await rights.endpointPermissions({ kind: 'user', principal });
  return {
    events,
    changes,
    ...(events > 0 && { period: { from, to } }),
    is_partial: !isComplete,
    is_recorded: audit.recordsRequests('GRANTED_PRIVILEGES', userName),
    records_denied: audit.recordsRequests('MISSING_PRIVILEGES', userName),
    used: mostFrequentFirst(used),
    denied: mostFrequentFirst(denied),
    permissions: permitted.map((name) => ({ name, count: 0, ...permissions.get(name) })),
  };
}

function addRequest(rows: Map<string, Row>, { method, path, count, atMs }: KeyRequest): void {
  const endpoint = getEndpoint(path);
  add(rows, `${method} ${endpoint}`, { method: method ?? '', endpoint, count, last: atMs });
}

function add<U extends Use>(uses: Map<string, U>, name: string, use: U): void {
  const known = uses.get(name);
  if (!known) return void uses.set(name, use);
  known.count += use.count;
  known.last = Math.max(known.last, use.last);
}

/** The paths are those of routes, so there are few endpoints. */
const getEndpoint = (path = ''): string =>
  path
    .slice(PREFIX.length + 1)
    .replace(/^api\//, '')
    .split('/', 1)[0] ?? '';

const mostFrequentFirst = (rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows.values()].sort((one, other) => other.count - one.count);
