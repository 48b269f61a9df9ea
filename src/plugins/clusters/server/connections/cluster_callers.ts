/** Whose credentials a request to a connected cluster carries. */
import type {
  ClusterConnection,
  ConnectionCheck,
  RequestCaller,
  RouteRequest,
  StoredConnection,
} from '@sd/core/server';
import type { ClusterProfile } from './cluster_profile';

/** The caller of a connection that does not ask users for credentials. */
export function storedCaller({ credentials, username, password = '' }: ClusterProfile) {
  if (credentials === 'none') return { kind: 'anonymous' } as const;
  if (credentials === 'session' || credentials === 'token') return undefined;
  return username === undefined
    ? ({ kind: 'user', principal: { userName: '' } } as const)
    : passwordCaller(username, password);
}

/** What the server may do by itself with a connection, without a request. */
export function storedConnection(one: {
  readonly profile: ClusterProfile;
  readonly connection: ClusterConnection;
  readonly destination: string;
}): StoredConnection {
  const { profile, connection, destination } = one;
  const { name, credentials, username, password, ssl } = profile;
  // A password that no key decrypts is missing, too.
  const isComplete = username === undefined ? ssl.certificate : password;
  const caller =
    credentials === 'service' && isComplete !== undefined ? storedCaller(profile) : undefined;
  return {
    name,
    destination,
    connection: getToken(connection),
    ...(caller && { findings: (options) => connection.asCaller(caller).findings(options) }),
  };
}

const tokens = new WeakMap<ClusterConnection, object>();

function getToken(connection: ClusterConnection): object {
  const known = tokens.get(connection);
  if (known) return known;
  const token = Object.freeze({});
  tokens.set(connection, token);
  return token;
}

/**
 * The caller with the token of their own login: of an OpenID Connect session, or of this request.
 * @returns `undefined` for other logins
 */
export function tokenCaller({ auth, headers }: RouteRequest): RequestCaller | undefined {
  if (auth?.caller.kind !== 'user') return undefined;
  const { userName, provider } = auth.caller.principal;
  const sent = headers['authorization'];
  const isSent = sent !== undefined && /^bearer /i.test(sent);
  const authorization = provider?.idToken
    ? `Bearer ${provider.idToken}`
    : isSent
      ? sent
      : undefined;
  if (authorization === undefined) return undefined;
  return { kind: 'user', principal: { userName, headers: { authorization } } };
}

export async function checkAs(
  connection: ClusterConnection,
  caller: RequestCaller | undefined
): Promise<ConnectionCheck | undefined> {
  if (caller) return connection.check(caller);
  const check = await connection.check({ kind: 'anonymous' });
  const isReached = check.ok || ['credentials', 'plugin', 'rights'].includes(check.fault);
  return isReached ? undefined : check;
}

export function passwordCaller(userName: string, password: string, remoteAddress?: string) {
  const encoded = Buffer.from(`${userName}:${password}`, 'utf8').toString('base64');
  const principal = { userName, headers: { authorization: `Basic ${encoded}` } };
  return {
    kind: 'user',
    principal,
    ...(remoteAddress !== undefined && { remoteAddress }),
  } as const;
}
