/**
 * The clusters that administrators choose among: the installation's own, called home, and those of
 * the configuration. Decision: docs/decisions/0014-connected-clusters.md.
 */
import type {
  ClusterConnection,
  ConnectionCheck,
  CoreSetup,
  Principal,
  PrivilegedBackend,
  RequestCaller,
  RouteRequest,
  ScopedEngineClient,
} from '@sd/core/server';
import { type ClusterEntry, englishText } from '@sd/contracts';
import { CONNECTION_LIMITS } from '@sd/core/common';
import { CLUSTER_HEADER, HOME_CLUSTER, SECURITY_ERRORS } from '../../common';
import { EngineRequestError } from '../engine_errors';
import type { ClusterSection } from './cluster_config';

interface Connected {
  readonly section: ClusterSection;
  readonly connection: ClusterConnection;
}

type Engine = CoreSetup['engine'];
/** The credentials that a request's user entered in the session, by cluster. */
type EnteredBy = (request: RouteRequest) => Readonly<Record<string, Principal>> | undefined;

export class ClusterRegistry {
  private constructor(
    private readonly home: Pick<Engine, 'asScoped' | 'features'>,
    private readonly connected: ReadonlyMap<string, Connected>,
    private readonly enteredBy: EnteredBy
  ) {}

  /** @throws if a certificate file cannot be read */
  static async open(
    home: Pick<Engine, 'asScoped' | 'features'>,
    sections: Readonly<Record<string, ClusterSection>>,
    connect: PrivilegedBackend['connect'],
    enteredBy: EnteredBy
  ): Promise<ClusterRegistry> {
    const connected = new Map<string, Connected>();
    for (const [id, section] of Object.entries(sections))
      connected.set(id, { section, connection: await connect(settingsOf(section)) });
    return new ClusterRegistry(home, connected, enteredBy);
  }

  /** Home first. */
  list(request: RouteRequest): readonly ClusterEntry[] {
    const { features } = this.home;
    const home = {
      ...{ id: HOME_CLUSTER, name: HOME_CLUSTER, is_home: true },
      features: { ...features },
    };
    return [
      home,
      ...[...this.connected].map(([id, one]) =>
        entryOf(id, one, this.callerOf(id, one.section, request))
      ),
    ];
  }

  has(id: string): boolean {
    return id === HOME_CLUSTER || this.connected.has(id);
  }

  /** Whether there is only home. */
  get isEmpty(): boolean {
    return this.connected.size === 0;
  }

  featuresOf(request: RouteRequest): Engine['features'] {
    return this.connected.get(clusterOf(request))?.connection.features ?? this.home.features;
  }

  /** The cluster that the request names. */
  asScoped(request: RouteRequest): ScopedEngineClient {
    return this.backendFor(clusterOf(request), request);
  }

  /**
   * The engine of a cluster with the caller's credentials for it.
   * @throws an error with status 403 if the caller has none, or 404 if there is no such cluster
   */
  backendFor(id: string, request: RouteRequest): ScopedEngineClient {
    if (id === HOME_CLUSTER) return this.home.asScoped(request);
    const found = this.connected.get(id);
    if (!found) {
      const message = englishText(SECURITY_ERRORS.unknownCluster, { id });
      throw new EngineRequestError({ statusCode: 404, headers: {}, body: { message } });
    }
    return found.connection.asCaller(this.callerOf(id, found.section, request));
  }

  credentialsOf(id: string): ClusterSection['credentials'] {
    const found = this.connected.get(id);
    return found && (found.section.credentials ?? 'session');
  }

  /**
   * Tests a connection.
   * @param caller - by default, with the credentials that requests of this user carry
   * @returns `undefined` if there are no credentials
   */
  async check(
    id: string,
    request: RouteRequest,
    caller?: RequestCaller
  ): Promise<ConnectionCheck | undefined> {
    const { section, connection } = this.connected.get(id) as Connected;
    const as = caller ?? this.callerOf(id, section, request);
    return as && connection.check(as);
  }

  /** `undefined` if the user has not entered credentials. */
  private callerOf(
    id: string,
    { credentials = 'session', username, password = '' }: ClusterSection,
    request: RouteRequest
  ): RequestCaller | undefined {
    // An API key has no permissions elsewhere, whatever its owner has.
    if (request.auth?.identity.key) return undefined;
    if (credentials === 'none') return { kind: 'anonymous' };
    if (credentials === 'service')
      return username === undefined
        ? { kind: 'user', principal: { userName: '' } }
        : passwordCaller(username, password);
    const principal = this.enteredBy(request)?.[id];
    return principal && { kind: 'user', principal };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.connected.values()].map(({ connection }) => connection.stop()));
  }
}

const clusterOf = ({ headers }: RouteRequest): string => headers[CLUSTER_HEADER] ?? HOME_CLUSTER;

export const isAboutHome = (request: RouteRequest): boolean => clusterOf(request) === HOME_CLUSTER;

export function passwordCaller(userName: string, password: string, remoteAddress?: string) {
  const encoded = Buffer.from(`${userName}:${password}`, 'utf8').toString('base64');
  const principal = { userName, headers: { authorization: `Basic ${encoded}` } };
  return {
    kind: 'user',
    principal,
    ...(remoteAddress !== undefined && { remoteAddress }),
  } as const;
}

function entryOf(
  id: string,
  { section, connection }: Connected,
  caller: RequestCaller | undefined
): ClusterEntry {
  const { name = id, environment, color, credentials = 'session' } = section;
  const userName = caller?.kind === 'user' ? caller.principal.userName : '';
  return {
    ...{ id, name, credentials, is_home: false, hosts: [section.hosts].flat() },
    ...(environment && { environment }),
    ...(color !== undefined && { color }),
    ...(userName !== '' && { user_name: userName }),
    // Sessions are those of this installation.
    features: { ...connection.features, sessions: false },
  };
}

function settingsOf({ hosts, ssl = {}, request_timeout: requestTimeout }: ClusterSection) {
  const { certificate_authorities: certificateAuthorities, certificate, key } = ssl;
  return {
    hosts: [hosts].flat(),
    requestTimeout: requestTimeout ?? CONNECTION_LIMITS.requestMs,
    ssl: {
      verificationMode: ssl.verification_mode ?? 'full',
      ...(certificateAuthorities !== undefined && { certificateAuthorities }),
      ...(certificate !== undefined && { certificate }),
      ...(key !== undefined && { key }),
      ...(ssl.key_passphrase !== undefined && { keyPassphrase: ssl.key_passphrase }),
    },
  } as const;
}
