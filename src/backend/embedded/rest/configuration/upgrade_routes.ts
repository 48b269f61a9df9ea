/** Updates the built-in entries, and responds to the migration requests of older clusters. */
import { isEqual } from 'lodash';
import { UPGRADE_RESPONSE, UPGRADE_CHECK_RESPONSE } from '../../../../contracts/api/engine_info';
import { isJsonObject } from '../../../model/entity_shape';
import { defaultEntries, type BuiltInEntry } from '../../../model/static_entries';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { bodyProblem, readBody } from '../../../model/payload';
import { PAYLOAD_RULES } from '../../../model/payload_rules';
import { badRequest, invalid, json, RestError } from '../../../model/responses';

const ALREADY_MIGRATED = 'Can not migrate configuration because it was already migrated.';

export const upgradeRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/api/_upgrade_check',
    access: 'CONFIG',
    query: ['configs'],
    handler: () => check(deps),
    doc: {
      summary: 'Built-in entries that differ from those of this version',
      responseSchema: UPGRADE_CHECK_RESPONSE,
    },
  },
  {
    methods: ['POST'],
    path: '/api/_upgrade_perform',
    access: 'CONFIG',
    handler: (call) => perform(deps, call),
    doc: {
      summary: 'Update the built-in entries to this version',
      body: PAYLOAD_RULES.upgrade,
      responseSchema: UPGRADE_RESPONSE,
    },
  },
  {
    methods: ['POST'],
    path: '/api/migrate',
    only: '2.19',
    access: 'MIGRATE',
    handler: alreadyMigrated,
    doc: { summary: 'Migrate a configuration of an old cluster; there is none here' },
  },
  {
    methods: ['GET'],
    path: '/api/validate',
    only: '2.19',
    access: 'VALIDATE',
    query: ['accept_invalid'],
    handler: alreadyMigrated,
    doc: { summary: 'Validate a configuration of an old cluster; there is none here' },
  },
];

/** The response for all callers with API access. */
const alreadyMigrated = (): EngineResponse => badRequest(ALREADY_MIGRATED);

interface Difference extends BuiltInEntry {
  readonly kind: 'add' | 'modify';
}

/** Only roles are updated: mappings belong to the administrator from the start. */
function differences(store: EntityStore): readonly Difference[] {
  return defaultEntries()
    .filter(({ type }) => type === 'roles')
    .flatMap((entry): readonly Difference[] => {
      const stored = store.read(entry.type, entry.name)?.entity;
      if (!stored) return [{ ...entry, kind: 'add' }];
      return stored.reserved && !isEqual(stored, entry.entity)
        ? [{ ...entry, kind: 'modify' }]
        : [];
    });
}

function listActions(found: readonly Difference[]) {
  const namesByType = (kind: Difference['kind']) => {
    const names = found.filter((one) => one.kind === kind).map(({ name }) => name);
    return names.length > 0 ? { [kind]: names } : {};
  };
  return { roles: { ...namesByType('add'), ...namesByType('modify') } };
}

function check({ store }: RestDeps): EngineResponse {
  const found = differences(store);
  if (found.length === 0) return json(200, { status: 'OK', upgradeAvailable: false });
  return json(200, { status: 'OK', upgradeAvailable: true, upgradeActions: listActions(found) });
}

async function perform(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const configs = requestedConfigs(call);
  const foreign = configs.find((config) => config !== 'roles');
  if (foreign !== undefined)
    return badRequest(
      `Unable to upgrade, no differences found in '${foreign.slice(0, 100)}' config`
    );
  return guardedWrite(deps, call, (store) => {
    const found = differences(store);
    if (found.length === 0)
      throw new RestError(badRequest("Unable to upgrade, no differences found in 'roles' config"));
    for (const { type, name, entity } of found) store.put(type, name, entity as never);
    return json(200, { status: 'OK', upgrades: listActions(found) });
  });
}

function requestedConfigs({ request }: RequestContext): readonly string[] {
  let body: unknown;
  try {
    body = readBody(request);
  } catch (error) {
    throw new RestError(invalid(bodyProblem(error)));
  }
  const configs = isJsonObject(body) ? (body['configs'] ?? body['config']) : undefined;
  return Array.isArray(configs) ? configs.map(String) : [];
}
