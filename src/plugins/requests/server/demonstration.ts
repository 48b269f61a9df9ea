/**
 * What a start with `--demo` shows besides the data of the engine: a change request that waits, and
 * a folder that the configuration has drifted from.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { CONFIGURATION_FILES } from '@sd/contracts';
import {
  type InternalOperations,
  type Logger,
  type PluginInitializerContext,
  writePrivateFile,
} from '@sd/core/server';
import type { ChangeRequestStore, StoredRequest } from './change_requests/change_request_store';
import type { RequestsConfig } from './config';

type Json = Readonly<Record<string, unknown>>;
type Environment = PluginInitializerContext['env'];

/** A colleague of the administrator who looks at the demonstration. */
const AUTHOR = 'lucia.romero';
/** Roles that the configuration files lack, as if they were created outside the usual process. */
const UNPLANNED = ['metrics_guest', 'payroll_archive'];

const REQUEST: Pick<StoredRequest, 'title' | 'reason' | 'author' | 'changes'> = {
  title: 'Support reads refunds',
  reason: 'The support desk answers questions about refunds from next month on.',
  author: AUTHOR,
  changes: [
    {
      kind: 'roles',
      name: 'refunds_read',
      action: 'create',
      entry: {
        description: 'Refunds of all orders, without bank details',
        cluster_permissions: ['cluster_composite_ops_ro'],
        index_permissions: [
          {
            index_patterns: ['refunds-*'],
            dls: '',
            fls: ['~customer.iban'],
            masked_fields: [],
            allowed_actions: ['read'],
          },
        ],
        tenant_permissions: [],
      },
    },
    {
      kind: 'rolesmapping',
      name: 'refunds_read',
      action: 'create',
      entry: { backend_roles: ['support'], hosts: [], users: [], and_backend_roles: [] },
    },
  ],
};

/** @returns the configuration with a folder of desired files, if it has none */
export function withDemonstration(config: RequestsConfig, env: Environment): RequestsConfig {
  if (!env.demo || config.drift.folder !== undefined) return config;
  return { ...config, drift: { ...config.drift, folder: desiredFolder(env) } };
}

const desiredFolder = ({ dataPath }: Environment): string =>
  join(dataPath, 'demonstration', 'desired');

export interface DemonstrationDeps {
  readonly env: Environment;
  readonly changeRequests: Pick<ChangeRequestStore, 'add' | 'list'>;
  readonly configuration: InternalOperations['configuration'];
  readonly logger: Logger;
}

/** Once per data folder. Failures are logged: the product works without a demonstration. */
export async function prepareDemonstration({ env, logger, ...deps }: DemonstrationDeps) {
  if (!env.demo) return;
  const folder = desiredFolder(env);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) return;
    if ((await deps.changeRequests.list()).length === 0) await deps.changeRequests.add(REQUEST);
    const snapshot = await deps.configuration();
    const roles = snapshot?.entries.get('roles') ?? new Map<string, Json>();
    // Last: a start that ended before it begins again.
    writePrivateFile(join(folder, CONFIGURATION_FILES.roles), desiredRoles(roles));
  } catch (error) {
    logger.error(error instanceof Error ? error : String(error));
  }
}

/** The roles that were agreed on: loading logs is limited to logs and metrics. */
function desiredRoles(roles: ReadonlyMap<string, Json>): string {
  const desired: Record<string, Json> = {};
  for (const [name, role] of roles) {
    if (role['reserved'] === true || UNPLANNED.includes(name)) continue;
    desired[name] = name === 'log_pipeline' ? { ...role, ...LIMITED } : role;
  }
  return stringify(desired);
}

const LIMITED = {
  index_permissions: [
    { index_patterns: ['logs-*', 'metrics-*'], allowed_actions: ['write', 'create_index'] },
  ],
};
