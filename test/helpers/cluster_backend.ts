/** The OpenSearch backend on the test cluster, and logins to it. */
import { complete } from '../../src/backend/decorators';
import {
  DEFAULT_SETTINGS,
  type AuditSettings,
  type Backend,
  type EngineResponse,
  type EngineSettings,
  type HttpMethod,
  type RequestCaller,
} from '../../src/backend/api';
import { SILENT_LOG } from '../../src/backend/api/log';
import { openOpenSearchBackend, type ClusterSettings } from '../../src/backend/opensearch';
import { clusterNode, SERVER_USER } from './cluster';

export const PREFIX = '/_plugins/_security/api';

interface Given {
  readonly cluster?: Partial<ClusterSettings>;
  readonly audit?: AuditSettings;
  readonly settings?: Partial<EngineSettings>;
}

const opened: Backend[] = [];

/** Opens the backend like the server does. `closeBackends` closes it. */
export async function openBackend({ cluster, audit, settings }: Given = {}): Promise<Backend> {
  const { url, ca } = clusterNode();
  const backend = await openOpenSearchBackend({
    cluster: {
      hosts: [url],
      username: SERVER_USER.name,
      password: SERVER_USER.password,
      requestTimeout: 30_000,
      pingTimeout: 5_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: {
        verificationMode: 'full',
        certificateAuthorities: ca,
        alwaysPresentCertificate: false,
      },
      ...cluster,
    },
    audit: audit ?? { type: 'internal_opensearch' },
    settings: { ...DEFAULT_SETTINGS, ...settings },
    log: SILENT_LOG,
  });
  opened.push(backend);
  return complete(backend, SILENT_LOG);
}

export async function closeBackends(): Promise<void> {
  for (const backend of opened.splice(0)) await backend.stop();
}

export async function loggedIn(backend: Backend, username: string, password: string) {
  const input = { fields: { username, password }, headers: {}, remoteAddress: '192.0.2.7' };
  const step = await backend.login.methods.get('basicauth')!.begin(input);
  if (step.kind !== 'concluded' || !step.result.ok) throw new Error(JSON.stringify(step));
  return { kind: 'user', principal: step.result.principal } satisfies RequestCaller;
}

export type Client = (method: HttpMethod, path: string, body?: unknown) => Promise<EngineResponse>;

/** A client for a caller. Paths that start with `/api/` belong to the security API. */
export const clientOf =
  (backend: Backend, caller: RequestCaller): Client =>
  (method, path, body) =>
    backend.engine.request(caller, { method, path: path.replace(/^\/api/, PREFIX), body });
