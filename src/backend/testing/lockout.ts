/**
 * A configuration with several administrators, and several hundred ways to lose them. All users
 * have the same password, so that the remaining administrators are found by logging in.
 */
import { afterAll } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from '@node-rs/bcrypt';
import { runSecurityCli } from '../embedded/cli';
import { basic, clientOf, INTERNAL, startEngine } from './embedded';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import type { EngineCaller, EngineResponse, HttpMethod } from '../api/engine';
import type { EmbeddedEngine } from '../embedded';

const PASSWORD = 'Vintage-Tractor-42';
const SETTINGS = { isRestAdminEnabled: true, allowsSecurityConfigModification: true };
const HASH = hashSync(PASSWORD, 4);
const BAD_HASHES = ['no hash', `$2y$31$${'.'.repeat(53)}`, '$argon2id$v=19$m=2097152,t=1,p=1$'];
const ALLOW_LIST = '/_plugins/_security/api/allowlist';

/** Users, each an administrator in a different way. */
const USERS: Readonly<Record<string, object>> = {
  admin: { backend_roles: ['admin'] },
  direct: { opendistro_security_roles: ['all_access'] },
  pattern: { backend_roles: ['ops-7', 'tools'] },
  keeper: { opendistro_security_roles: ['all_access', 'keepers'] },
};
export const NAMES = Object.keys(USERS);
const MAPPED = ['all_access', 'security_rest_api_access', 'keepers'];

export type LockoutAttempt =
  | {
      readonly kind: 'call';
      readonly method: HttpMethod;
      readonly path: string;
      readonly body?: unknown;
    }
  | { readonly kind: 'revert'; readonly back: number }
  | {
      readonly kind: 'files';
      readonly files: Readonly<Record<string, object>>;
      readonly isPruning: boolean;
    };

const call = (method: HttpMethod, path: string, body?: unknown): LockoutAttempt => ({
  kind: 'call',
  method,
  path: `/api/${path}`,
  body,
});

const USER_BODIES: readonly object[] = [
  {},
  { description: 'x' },
  { backend_roles: [] },
  { backend_roles: ['admin'] },
  { backend_roles: ['tools'] },
  { opendistro_security_roles: [] },
  { opendistro_security_roles: ['security_rest_api_access'] },
  { attributes: { service: 'true' }, backend_roles: ['admin'] },
  { attributes: { enabled: 'false' }, backend_roles: ['admin'] },
  { attributes: { service: 'true', enabled: 'false' } },
  { hash: HASH, backend_roles: ['admin'] },
  { reserved: true, hidden: true, backend_roles: ['admin'] },
  ...BAD_HASHES.map((hash) => ({ hash, backend_roles: ['admin'] })),
];

const MAPPING_BODIES: readonly object[] = [
  { users: [] },
  { users: ['nobody'] },
  { users: ['co:lon'] },
  { users: ['d*'] },
  { users: ['/(?:nobody|admin)/'] },
  { users: ['/(?=nobody)x/'] },
  { hosts: ['127.0.0.1', '*'] },
  { backend_roles: ['admin'] },
  { backend_roles: ['ops-*'] },
  { backend_roles: ['a?min'] },
  { and_backend_roles: ['ops-*', 'tools'] },
  { and_backend_roles: ['ops-*', 'gone'] },
  { users: ['keeper'], reserved: true, hidden: true },
];

const patchesOf = (at: string): readonly (readonly object[])[] => [
  [{ op: 'remove', path: `${at}/backend_roles` }],
  [{ op: 'remove', path: `${at}/opendistro_security_roles` }],
  [{ op: 'add', path: `${at}/attributes`, value: { enabled: 'false' } }],
  [{ op: 'add', path: `${at}/attributes`, value: { service: 'true' } }],
  ...BAD_HASHES.map((value) => [{ op: 'add', path: `${at}/hash`, value }]),
  [{ op: 'replace', path: `${at}/opendistro_security_roles`, value: ['own_index'] }],
];

const mappingPatches = (at: string): readonly (readonly object[])[] => [
  [{ op: 'remove', path: `${at}/backend_roles` }],
  [{ op: 'replace', path: `${at}/backend_roles`, value: ['gone'] }],
  [{ op: 'replace', path: `${at}/users`, value: ['nobody'] }],
  [{ op: 'replace', path: `${at}/and_backend_roles`, value: ['gone'] }],
  [{ op: 'add', path: `${at}/hosts`, value: ['*'] }],
];

const allowList = (requests: object): LockoutAttempt =>
  call('PUT', 'allowlist', { enabled: true, requests });

export const LOCKOUT_ATTEMPTS: readonly LockoutAttempt[] = [
  ...NAMES.flatMap((name) => {
    const path = `internalusers/${encodeURIComponent(name)}`;
    return [
      call('DELETE', path),
      ...USER_BODIES.map((body) => call('PUT', path, body)),
      ...patchesOf('').map((body) => call('PATCH', path, body)),
      ...patchesOf(`/${name}`).map((body) => call('PATCH', 'internalusers', body)),
      call('PATCH', 'internalusers', [{ op: 'remove', path: `/${name}` }]),
    ];
  }),
  call(
    'PATCH',
    'internalusers',
    NAMES.map((name) => ({ op: 'remove', path: `/${name}` }))
  ),
  call('PATCH', 'internalusers', [
    { op: 'add', path: '/co:lon', value: { hash: HASH, backend_roles: ['admin'] } },
  ]),
  call('PATCH', 'internalusers', [
    { op: 'add', path: '/\ud800', value: { hash: HASH, backend_roles: ['admin'] } },
  ]),
  ...MAPPED.flatMap((role) => [
    call('DELETE', `rolesmapping/${role}`),
    ...MAPPING_BODIES.map((body) => call('PUT', `rolesmapping/${role}`, body)),
    ...mappingPatches('').map((body) => call('PATCH', `rolesmapping/${role}`, body)),
    ...mappingPatches(`/${role}`).map((body) => call('PATCH', 'rolesmapping', body)),
    call('PATCH', 'rolesmapping', [{ op: 'remove', path: `/${role}` }]),
    call('DELETE', `roles/${role}`),
    call('PUT', `roles/${role}`, { cluster_permissions: ['cluster_monitor'] }),
    call('PATCH', `roles/${role}`, [{ op: 'replace', path: '/cluster_permissions', value: [] }]),
  ]),
  call('DELETE', 'actiongroups/unlimited'),
  call('DELETE', 'actiongroups/keeping'),
  call('PUT', 'actiongroups/keeping', { allowed_actions: ['cluster_monitor'] }),
  allowList({}),
  allowList({ [ALLOW_LIST]: ['GET', 'PUT'] }),
  allowList({ [ALLOW_LIST]: ['PATCH'], '/_plugins/_security/api/internalusers': ['GET'] }),
  call('PATCH', 'allowlist', [{ op: 'replace', path: '/config/enabled', value: true }]),
  call('PUT', 'allowlist', { enabled: false, requests: { [ALLOW_LIST]: ['PUT'] } }),
  call('PUT', 'securityconfig/config', { dynamic: {} }),
  call('PUT', 'securityconfig/config', {
    dynamic: {
      authc: {
        basic: {
          http_enabled: false,
          order: 0,
          http_authenticator: { type: 'basic' },
          authentication_backend: { type: 'intern' },
        },
      },
    },
  }),
  call('PUT', 'securityconfig/config', {
    dynamic: {
      auth_failure_listeners: { a: { type: 'ip', allowed_tries: 1, block_expiry_seconds: 600 } },
    },
  }),
  call('PUT', 'securityconfig/config', { dynamic: { http: { anonymous_auth_enabled: true } } }),
  call('PUT', 'tenancy/config', { multitenancy_enabled: false, sign_in_options: ['ANONYMOUS'] }),
  call('POST', '_upgrade_perform', { configs: ['roles'] }),
  call('DELETE', 'cache'),
  ...[0, 1, 2, 3].map((back): LockoutAttempt => ({ kind: 'revert', back })),
  ...[true, false].flatMap((isPruning): readonly LockoutAttempt[] => [
    { kind: 'files', isPruning, files: { 'internal_users.yml': { other: { hash: HASH } } } },
    {
      kind: 'files',
      isPruning,
      files: { 'internal_users.yml': { 'co:lon': { hash: HASH, backend_roles: ['admin'] } } },
    },
    {
      kind: 'files',
      isPruning,
      files: { 'internal_users.yml': { admin: { hash: BAD_HASHES[0] } } },
    },
    {
      kind: 'files',
      isPruning,
      files: {
        'internal_users.yml': {
          admin: { hash: HASH, backend_roles: ['admin'], attributes: { enabled: 'false' } },
        },
      },
    },
    {
      kind: 'files',
      isPruning,
      files: { 'roles_mapping.yml': { all_access: { users: ['nobody'] } } },
    },
    { kind: 'files', isPruning, files: { 'roles_mapping.yml': { other: { users: ['x'] } } } },
    { kind: 'files', isPruning, files: { 'roles.yml': { other: { cluster_permissions: ['*'] } } } },
    {
      kind: 'files',
      isPruning,
      files: { 'allowlist.yml': { config: { enabled: true, requests: {} } } },
    },
    {
      kind: 'files',
      isPruning,
      files: {
        'allowlist.yml': { config: { enabled: true, requests: { [ALLOW_LIST]: ['PUT'] } } },
      },
    },
  ]),
];

let attempts = 0;
/** A new address per attempt, so that failures do not block later attempts. */
const freshAddress = (): string =>
  `10.${attempts >> 16}.${(attempts >> 8) & 255}.${attempts++ & 255}`;

/** Template data folders by their users. Each world works on a copy. */
const templates = new Map<string, string>();
afterAll(() => {
  for (const folder of templates.values()) rmSync(folder, { recursive: true });
});

export class LockoutWorld {
  private constructor(
    readonly dataDir: string,
    private engine: EmbeddedEngine
  ) {}

  /** @param users - names of {@link USERS} to create, in addition to `admin` */
  static async create(users: readonly string[]): Promise<LockoutWorld> {
    const key = [...users].sort().join();
    let template = templates.get(key);
    if (!template) {
      const { dataDir, engine } = await LockoutWorld.make(users);
      await engine.stop();
      template = mkdtempSync(join(tmpdir(), 'lockout-test-'));
      cpSync(dataDir, template, { recursive: true });
      templates.set(key, template);
    }
    const dataDir = temporaryFolder();
    cpSync(template, dataDir, { recursive: true });
    const { engine } = await startEngine({ dataDir, settings: SETTINGS });
    return new LockoutWorld(dataDir, engine);
  }

  private static async make(users: readonly string[]): Promise<LockoutWorld> {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({
      dataDir,
      settings: SETTINGS,
      initialAdminPassword: PASSWORD,
    });
    const world = new LockoutWorld(dataDir, engine);
    const set = async (path: string, body: object) => {
      const { statusCode } = await world.call('_internal', 'PUT', `/api/${path}`, body, true);
      if (statusCode >= 300) throw new Error(`${path}: ${statusCode}`);
    };
    await set('actiongroups/keeping', { allowed_actions: ['restapi:admin/allowlist'] });
    await set('roles/keepers', {
      cluster_permissions: [
        'keeping',
        'restapi:admin/internalusers',
        'restapi:admin/roles',
        'restapi:admin/rolesmapping',
      ],
    });
    await set('rolesmapping/security_rest_api_access', { and_backend_roles: ['ops-*', 'tools'] });
    for (const name of new Set(['admin', ...users]))
      await set(`internalusers/${encodeURIComponent(name)}`, { hash: HASH, ...USERS[name] });
    return world;
  }

  /** @returns whether the change was accepted without confirmation */
  async attempt(by: string, change: LockoutAttempt): Promise<boolean> {
    if (change.kind === 'files') return this.importFiles(change.files, change.isPruning);
    if (change.kind === 'call')
      return isAccepted(await this.call(by, change.method, change.path, change.body));
    const caller = await this.callerOf(by);
    const list =
      caller && (await this.engine.history?.list(caller, { page: change.back + 1, perPage: 1 }));
    const latest = list?.ok ? list.result.items[0] : undefined;
    if (!caller || !latest) return false;
    return isAccepted((await this.engine.history?.revert(caller, latest.id)) as EngineResponse);
  }

  /** Logs in as each user and calls a route for administrators. */
  async hasAdministrator(): Promise<boolean> {
    const { body } = await this.call('_internal', 'GET', '/api/internalusers');
    for (const name of Object.keys(body as object)) {
      const read = await this.call(name, 'GET', '/api/internalusers');
      if (read.statusCode === 200) return true;
      if (await this.canOpen(name)) return true;
    }
    return false;
  }

  private async canOpen(name: string): Promise<boolean> {
    const list = (await this.call('_internal', 'GET', '/api/allowlist')).body as { config: object };
    for (const [method, body] of [
      ['PUT', { enabled: false, requests: {} }],
      ['PATCH', [{ op: 'replace', path: '/config/enabled', value: false }]],
    ] as const) {
      if (!isAccepted(await this.call(name, method, '/api/allowlist', body))) continue;
      const canRead = (await this.call(name, 'GET', '/api/internalusers')).statusCode === 200;
      await this.call('_internal', 'PUT', '/api/allowlist', list.config, true);
      if (canRead) return true;
    }
    return false;
  }

  private async call(
    by: string,
    method: HttpMethod,
    path: string,
    body?: unknown,
    isConfirmed = false
  ): Promise<EngineResponse> {
    const caller = await this.callerOf(by);
    if (!caller) return { statusCode: 401, headers: {}, body: undefined };
    const query = isConfirmed ? { confirm_lockout: 'true' } : {};
    return clientOf(this.engine, caller)(method, path, body, { query });
  }

  private async callerOf(name: string): Promise<EngineCaller | undefined> {
    if (name === '_internal') return INTERNAL;
    const remoteAddress = freshAddress();
    const result = await this.engine.authenticate({
      headers: basic(name, PASSWORD),
      remoteAddress,
    });
    return result.ok ? { kind: 'user', principal: result.principal, remoteAddress } : undefined;
  }

  private async importFiles(
    files: Readonly<Record<string, object>>,
    isPruning: boolean
  ): Promise<boolean> {
    await this.engine.stop();
    const dir = join(temporaryFolder(), 'config');
    mkdirSync(dir);
    for (const [file, content] of Object.entries(files))
      writeFileSync(join(dir, file), JSON.stringify(content));
    const code = await runSecurityCli(
      ['import', dir, ...(isPruning ? ['--prune'] : [])],
      this.dataDir,
      {
        write: () => undefined,
        writeError: () => undefined,
        env: {},
        readStdin: async () => '',
        settings: SETTINGS,
      }
    );
    this.engine = (await startEngine({ dataDir: this.dataDir, settings: SETTINGS })).engine;
    return code === 0;
  }
}

const isAccepted = ({ statusCode }: EngineResponse): boolean => statusCode < 300;
