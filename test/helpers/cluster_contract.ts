/** The test cluster as the subject of the REST contract suites. */
import { RESOURCE_TYPES } from '../../src/contracts/entities';
import type { Engine } from '../../src/backend/api/engine';
import { toResponse } from '../../src/backend/opensearch/client/forward_request';
import type { ClusterClient } from '../../src/backend/opensearch/client';
import type { Client } from '../../src/backend/testing/embedded';
import { asAdmin, clusterNode, grantServer, superAdminClient } from './cluster';
import { openBackend, PREFIX } from './cluster_backend';
import type { ContractSubject } from './engine_contract';

type Entities = Record<string, Record<string, unknown>>;

const fullPath = (path: string): string =>
  path.startsWith('//') ? path.slice(1) : `/_plugins/_security${path}`;

/**
 * The part of an entity that can be written back. Responses contain no password; writing without
 * one keeps it.
 */
function sent({
  reserved: _reserved,
  hidden: _hidden,
  static: _static,
  ...entity
}: Entities[string]) {
  const { hash: _hash, ...rest } = entity;
  return rest;
}

/** @returns a function that restores the present configuration */
export async function keepConfiguration(admin: ClusterClient): Promise<() => Promise<void>> {
  const read = (path: string) => asAdmin(admin, 'GET', `${PREFIX}/${path}`);
  const entities = async (): Promise<Array<readonly [string, Entities]>> => {
    const found: Array<readonly [string, Entities]> = [];
    for (const type of RESOURCE_TYPES) found.push([type, (await read(type)) as Entities]);
    return found;
  };
  const before = new Map(await entities());
  const tenancy = await read('tenancy/config');
  const { config: audit } = await read('audit');
  return async (): Promise<void> => {
    // Before tenants are deleted: a missing default tenant cannot be replaced.
    await asAdmin(admin, 'PUT', `${PREFIX}/tenancy/config`, tenancy);
    await asAdmin(admin, 'PUT', `${PREFIX}/audit/config`, audit);
    for (const [type, now] of (await entities()).reverse()) {
      const was = before.get(type) ?? {};
      for (const name of Object.keys(now))
        if (was[name] === undefined)
          await asAdmin(admin, 'DELETE', `${PREFIX}/${type}/${encodeURIComponent(name)}`);
      for (const [name, entity] of Object.entries(was))
        if (JSON.stringify(now[name]) !== JSON.stringify(entity) && entity['static'] !== true)
          await asAdmin(
            admin,
            'PUT',
            `${PREFIX}/${type}/${encodeURIComponent(name)}`,
            sent(entity)
          );
    }
  };
}

export interface ClusterSubject extends ContractSubject {
  readonly engine: Engine;
}

/** Opens the engine with the decorators that the server adds. */
export async function openClusterContract(): Promise<ClusterSubject> {
  const admin = superAdminClient();
  await grantServer(admin);
  const restore = await keepConfiguration(admin);
  const backend = await openBackend();
  const { engine, login } = backend;
  const internal: Client = async (method, path, body, more = {}) => {
    const call = { method, path: fullPath(path), body, ...more };
    return toResponse(await admin.asServer(call), more.query ?? {});
  };
  return {
    engine,
    adminPassword: clusterNode().adminPassword,
    clientOf:
      (caller): Client =>
      (method, path, body, more = {}) => {
        if (caller.kind === 'internal') throw new TypeError('The server has a client of its own.');
        return engine.request(caller, { method, path: fullPath(path), body, ...more });
      },
    internal,
    login: async (userName, password) => {
      const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
      const remoteAddress = '127.0.0.1';
      const result = await login.authenticate({ headers: { authorization }, remoteAddress });
      return result.ok ? { kind: 'user', principal: result.principal, remoteAddress } : undefined;
    },
    identify: async (caller) => (caller.kind === 'internal' ? undefined : engine.identify(caller)),
    stop: restore,
  };
}
