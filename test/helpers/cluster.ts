/** A real cluster for tests (`npm run test:cluster`), and its test data. */
import { readFileSync } from 'node:fs';
import { ClusterClient, type ClusterSettings } from '../../src/backend/opensearch/client';

interface ClusterNode {
  readonly url: string;
  readonly version: string;
  /** Configuration, data, logs, and the file `pid`. */
  readonly dir: string;
  readonly adminPassword: string;
  /** Path of a PEM file, like the next two. */
  readonly ca: string;
  readonly adminCertificate: string;
  readonly adminKey: string;
}

/** The running node, read from the file that `SD_CLUSTER_NODE` names. */
export const clusterNode = (): ClusterNode => nodeOf('SD_CLUSTER_NODE');

/** A second node, of an older release. */
export const otherClusterNode = (): ClusterNode => nodeOf('SD_OTHER_CLUSTER_NODE');

function nodeOf(variable: string): ClusterNode {
  const file = process.env[variable];
  if (!file)
    throw new Error('These tests need a cluster: npm run test:cluster starts one for them.');
  return JSON.parse(readFileSync(file, 'utf8')) as ClusterNode;
}

const opened: ClusterClient[] = [];

/** A client for a user of the cluster. `closeClients` closes it. */
export function clientAs(
  username: string,
  password: string,
  given: Partial<ClusterSettings> = {}
): ClusterClient {
  const { url, ca } = clusterNode();
  const client = new ClusterClient({
    hosts: [url],
    username,
    password,
    requestTimeout: 30_000,
    pingTimeout: 5_000,
    requestHeadersAllowlist: ['authorization'],
    customHeaders: {},
    sniffOnStart: false,
    sniffInterval: false,
    sniffOnConnectionFault: false,
    ssl: {
      verificationMode: 'full',
      certificateAuthorities: ca,
      alwaysPresentCertificate: false,
    },
    ...given,
  });
  opened.push(client);
  return client;
}

export const adminClient = (): ClusterClient => clientAs('admin', clusterNode().adminPassword);

/** A client with the administrator certificate, which bypasses all permissions. */
export function superAdminClient(): ClusterClient {
  const { ca, adminCertificate, adminKey } = clusterNode();
  return clientAs('', '', {
    username: undefined,
    ssl: {
      verificationMode: 'full',
      certificateAuthorities: ca,
      certificate: adminCertificate,
      key: adminKey,
      alwaysPresentCertificate: false,
    },
  });
}

export async function closeClients(): Promise<void> {
  await Promise.all(opened.splice(0).map((client) => client.stop()));
}

/** Sends a request as administrator. Fails for every status except 2xx and the expected ones. */
export async function asAdmin(
  admin: ClusterClient,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  expected: readonly number[] = []
): Promise<Record<string, unknown>> {
  const [bare = path, query] = path.split('?');
  const response = await admin.asServer({
    method,
    path: bare,
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== undefined && { body }),
  });
  const { statusCode, text } = response;
  if ((statusCode < 200 || statusCode > 299) && !expected.includes(statusCode))
    throw new Error(`${method} ${path} was answered ${statusCode}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

interface Templates {
  readonly index_templates: ReadonlyArray<{
    readonly name: string;
    readonly index_template: { readonly index_patterns: readonly string[] };
  }>;
}

/**
 * Deletes the indices with this prefix, including hidden ones, and the templates for such names.
 */
export async function deleteIndices(admin: ClusterClient, start: string): Promise<void> {
  const found = await asAdmin(admin, 'GET', `/${start}*/_alias?expand_wildcards=all`);
  for (const index of Object.keys(found))
    await asAdmin(admin, 'DELETE', `/${index}`, undefined, [404]);
  const templates = (await asAdmin(admin, 'GET', '/_index_template')) as unknown as Templates;
  for (const { name, index_template: template } of templates.index_templates)
    if (template.index_patterns.every((pattern) => pattern.startsWith(start)))
      await asAdmin(admin, 'DELETE', `/_index_template/${name}`, undefined, [404]);
}

/** The service user of the server, with the least permissions it needs. */
export const SERVER_USER = { name: 'kibanaserver', password: 'kibanaserver' };

/** Grants the service user access to the product's own indices, besides those of Dashboards. */
export async function grantOwnIndices(admin: ClusterClient): Promise<void> {
  const permissions = {
    index_patterns: ['.security_dashboards*'],
    allowed_actions: ['indices_all'],
  };
  const api = '/_plugins/_security/api';
  await asAdmin(admin, 'PUT', `${api}/roles/security_dashboards_server`, {
    index_permissions: [permissions],
  });
  await asAdmin(admin, 'PUT', `${api}/rolesmapping/security_dashboards_server`, {
    users: [SERVER_USER.name],
  });
}

/**
 * Grants the service user all permissions it needs, including reading the security configuration.
 */
export async function grantServer(admin: ClusterClient): Promise<void> {
  await grantOwnIndices(admin);
  const path = '/_plugins/_security/api/rolesmapping/security_rest_api_access';
  await asAdmin(admin, 'PUT', path, { users: [SERVER_USER.name] });
}

/** Arguments of a server that uses the test cluster. */
export function serverArguments(hosts: string = clusterNode().url): string[] {
  return [
    `--opensearch.hosts=${hosts}`,
    `--opensearch.username=${SERVER_USER.name}`,
    `--opensearch.password=${SERVER_USER.password}`,
    `--opensearch.ssl.certificateAuthorities=${clusterNode().ca}`,
  ];
}

/** Deletes those of the given entities that exist, for example `roles/reader`. */
export async function forgetEntities(
  admin: ClusterClient,
  entities: readonly string[]
): Promise<void> {
  for (const path of entities)
    await asAdmin(admin, 'DELETE', `/_plugins/_security/api/${path}`, undefined, [404]);
}
