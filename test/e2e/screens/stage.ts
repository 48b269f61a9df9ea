/** The pages on which catalogue screens are shown, with their users and data. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openProfile, type Profile } from '../../helpers/chromium';
import { exposeCore } from '../../helpers/core_access';
import { ADMIN, startServer, type TestServer } from '../../helpers/server';
import type { Visitor } from './catalogue';
import { login } from './login';
import { chooseTenant, closeTenantDialog } from './shell';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const ANALYST = { username: 'screens.analyst', password: 'Fjord-lantern-42-Quilt' } as const;
export const ANALYST_ROLE = 'screens_reader';
type Credentials = Readonly<Record<'username' | 'password', string>>;

/** The pages of one server and one browser. */
export interface Stage {
  /** Returns the page of a theme and visitor, and logs in on first use. */
  profileOf(theme: Theme, visitor: Visitor): Promise<Profile>;
}

/**
 * A server with the data that the screens show: the tenant "operations", saved objects, a role and
 * users.
 */
export interface Scene {
  readonly server: TestServer;
  readonly admin: Credentials;
}

/** Prepares a scene. The caller that passes `start` stops the server. */
export type OpenScene = (start: (args: readonly string[]) => Promise<TestServer>) => Promise<Scene>;

/** Title of the change request. */
export const CHANGE_REQUEST = 'The night shift sees the state of the cluster';

/** Lets administrators change authentication domains. */
const OPEN_DOMAINS = 'engine.unsupported.restapi.allow_securityconfig_modification';

const DRIFT_FOLDER = 'opensearch_security.drift.folder';

/** Files that differ from the data. */
const DESIRED = join(__dirname, 'desired');

export const demonstration: OpenScene = async (start) => ({
  server: await start(['--demo', `--${OPEN_DOMAINS}=true`, `--${DRIFT_FOLDER}=${DESIRED}`]),
  admin: ADMIN,
});

/** Adds a user who can only read the tenant "operations", and a change request. */
async function addOwnData({ server, admin: who }: Scene): Promise<void> {
  const admin = server.client();
  await admin.login(who.username, who.password);
  const put = async (what: string, body: unknown) => {
    const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
    if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
  };
  await put(`roles/${ANALYST_ROLE}`, {
    tenant_permissions: [{ tenant_patterns: ['operations'], allowed_actions: ['kibana_all_read'] }],
  });
  await put(`internalusers/${ANALYST.username}`, {
    password: ANALYST.password,
    opendistro_security_roles: [ANALYST_ROLE],
  });
  const entry = { cluster_permissions: ['cluster_monitor'] };
  const requested = await admin.post('/api/v1/change_requests', {
    title: CHANGE_REQUEST,
    reason: 'Ticket 17',
    changes: [{ kind: 'roles', name: 'night_shift', action: 'create', entry }],
  });
  if (requested.status !== 200) throw new Error(`The request answered ${requested.text}`);
}

async function loggedIn(
  browser: Browser,
  { server, admin }: Scene,
  theme: Theme,
  visitor: Visitor
): Promise<Profile> {
  const profile = await openProfile(browser, server.url, { theme });
  const { context, page } = profile;
  await exposeCore(context);
  // Screens share a tab. A draft of one would appear in the next.
  await context.addInitScript(() => {
    if (location.protocol === 'http:') sessionStorage.removeItem('core.keptText');
  });
  if (visitor === 'administrator') {
    await login(page, admin);
    await closeTenantDialog(page);
  } else if (visitor === 'analyst') {
    await login(page, ANALYST);
    await chooseTenant(page, { custom: 'operations' });
  }
  return profile;
}

/** @param scene - must include the analyst */
export function stageOf(browser: Browser, scene: Scene): Stage {
  const profiles = new Map<string, Promise<Profile>>();
  return {
    profileOf: (theme, visitor) => {
      const key = `${theme} ${visitor}`;
      const profile = profiles.get(key) ?? loggedIn(browser, scene, theme, visitor);
      profiles.set(key, profile);
      return profile;
    },
  };
}

/**
 * Starts a server, passes it to `onStart` immediately, and fills it with the data that the screens
 * show.
 */
export async function openScene(
  open: OpenScene,
  onStart: (server: TestServer) => void
): Promise<Scene> {
  const scene = await open(async (args) => {
    const server = await startServer({ args });
    onStart(server);
    return server;
  });
  await addOwnData(scene);
  return scene;
}
