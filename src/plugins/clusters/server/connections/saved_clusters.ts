/**
 * Connections that administrators have added, with their secrets encrypted. Several servers may
 * share the store; each change is made against the latest document.
 */
import { randomUUID } from 'node:crypto';
import { CONNECTION_LIMITS } from '@sd/core/common';
import { type DocumentStore, isUnwritable, type PrivilegedBackend } from '@sd/core/server';
import { type ClusterSettings, CodedError } from '@sd/contracts';
import { CLUSTER_ERRORS } from '../../common';
import { getDestination, profileOfSettings } from './cluster_profile';
import { SecretBox } from './secret_box';

interface Secrets<T> {
  readonly password?: T;
  readonly key?: T;
  readonly key_passphrase?: T;
}
const SECRETS = ['password', 'key', 'key_passphrase'] as const;
/** Attempts of one change while other servers change connections. */
const ATTEMPTS = 5;
const { movesKept, loginsKept } = CONNECTION_LIMITS;

/** A change of where requests of a connection go, or how that server is verified. */
export interface Move {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: string;
  /** The addresses before; none for a new connection. */
  readonly hosts: readonly string[];
}

export interface SavedCluster {
  /** Changes with every write. */
  readonly version: string;
  /** Without secrets. */
  readonly settings: ClusterSettings;
  readonly sealed: Secrets<string>;
  /** The latest ones, oldest first. */
  readonly moves?: readonly Move[];
  /** The latest move when a user last logged in there, by user. */
  readonly logins?: Readonly<Record<string, string>>;
}
/** A connection before and after a change. */
export interface SavedChange {
  readonly before: SavedCluster | undefined;
  readonly after: SavedCluster | undefined;
}
type SavedById = Readonly<Record<string, SavedCluster>>;

export class SavedClusters {
  private revision: string | undefined;
  private saved: ReadonlyMap<string, SavedCluster> = new Map();

  /** Opened with the first secret, because the backend creates its key then. */
  private openedBox: SecretBox | undefined;

  /**
   * @param keys - of the configuration
   * @param ownKey - used after them
   */
  constructor(
    private readonly store: DocumentStore,
    private readonly keys: readonly string[],
    private readonly ownKey?: PrivilegedBackend['connectionKey']
  ) {}

  get all(): ReadonlyMap<string, SavedCluster> {
    return this.saved;
  }

  /** Reads what this or another server has written. */
  async refresh(): Promise<void> {
    const document = await this.store.read();
    if (document?.revision === this.revision) return;
    this.revision = document?.revision;
    this.saved = new Map(Object.entries(JSON.parse(document?.contents ?? '{}') as SavedById));
  }

  /**
   * Settings with the secrets that a save would keep.
   * @throws {CodedError} if they would be sent to another server than before
   */
  complete(id: string | undefined, settings: ClusterSettings): ClusterSettings {
    const before = id === undefined ? undefined : this.saved.get(id);
    if (!before || settings.credentials !== 'service') return withSecrets(settings, {});
    const known = this.opened(id as string, before);
    const kept = {
      ...(settings.username !== undefined &&
        settings.password === undefined && { password: known.password }),
      ...(settings.ssl?.certificate !== undefined &&
        settings.ssl.key === undefined && {
          key: known.key,
          ...(settings.ssl.key_passphrase === undefined && {
            key_passphrase: known.key_passphrase,
          }),
        }),
    };
    const isMoved =
      getDestination(profileOfSettings(before.settings)) !==
      getDestination(profileOfSettings(settings));
    if (isMoved && Object.values(kept).some((secret) => secret !== undefined))
      throw new CodedError(CLUSTER_ERRORS.clusterSecretAgain);
    return withSecrets(settings, kept);
  }

  /** With secrets, except those that no key decrypts and a certificate whose key is one of them. */
  getSettings(id: string): ClusterSettings | undefined {
    const saved = this.saved.get(id);
    if (!saved) return undefined;
    const secrets = this.opened(id, saved);
    const { certificate, ...tls } = saved.settings.ssl ?? {};
    const isUsable = certificate !== undefined && secrets.key !== undefined;
    const ssl = { ...tls, ...(isUsable && { certificate }) };
    return withSecrets({ ...saved.settings, ssl }, secrets);
  }

  /** Whether secrets are stored that no key decrypts. */
  hasLockedSecrets(id: string): boolean {
    const saved = this.saved.get(id);
    if (!saved) return false;
    return Object.keys(saved.sealed).length > Object.keys(this.opened(id, saved)).length;
  }

  /**
   * Adds, replaces or removes a connection in the latest document.
   * @param by - the user who does it
   * @param next - the new settings with secrets, or `undefined` to remove it; may throw
   */
  async change(
    id: string,
    by: string,
    next: (current: SavedCluster | undefined) => ClusterSettings | undefined
  ): Promise<SavedChange> {
    return this.write(id, (before) => {
      const settings = next(before);
      return settings && { ...this.sealed(id, settings), ...recordsAfter(before, settings, by) };
    });
  }

  /** The moves since a user last logged in there, by others. */
  movesUnknownTo(user: string, id: string): readonly Move[] {
    const { moves = [], logins = {} } = this.saved.get(id) ?? {};
    const known = Object.hasOwn(logins, user) ? logins[user] : undefined;
    const at = moves.findIndex((move) => move.id === known);
    return moves.slice(at + 1).filter(({ by }) => by !== user);
  }

  /** Remembers that a user has logged in there. */
  async loggedIn(user: string, id: string): Promise<void> {
    const { moves = [], logins = {} } = this.saved.get(id) ?? {};
    const latest = moves.at(-1);
    if (!latest || (Object.hasOwn(logins, user) && logins[user] === latest.id)) return;
    await this.write(id, (before) => {
      if (!before) return undefined;
      const others = Object.entries(before.logins ?? {}).filter(([name]) => name !== user);
      const entries = [...others, [user, latest.id] as const].slice(-loginsKept);
      return { ...before, logins: Object.fromEntries(entries) };
    });
  }

  /** @param next - the connection in the latest document, or `undefined` to remove it; may throw */
  private async write(
    id: string,
    next: (before: SavedCluster | undefined) => SavedCluster | undefined
  ): Promise<SavedChange> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await this.refresh();
      const { [id]: before, ...others } = Object.fromEntries(this.saved);
      const after = next(before);
      const changed = after ? { ...others, [id]: after } : others;
      if (!(await this.store.write(JSON.stringify(changed), this.revision))) continue;
      await this.refresh();
      return { before, after };
    }
    throw new CodedError(CLUSTER_ERRORS.clusterStale, { id });
  }

  private sealed(id: string, { password, ssl, ...general }: ClusterSettings): SavedCluster {
    const { key, key_passphrase, ...tls } = ssl ?? {};
    const sealed = Object.fromEntries(
      Object.entries({ password, key, key_passphrase }).flatMap(([name, secret]) =>
        secret ? [[name, this.box().seal(`${id}/${name}`, secret)]] : []
      )
    );
    return { version: randomUUID(), settings: { ...general, ssl: tls }, sealed };
  }

  /** Without what no key decrypts. */
  private opened(id: string, { sealed }: SavedCluster): Secrets<string> {
    const box = Object.keys(sealed).length > 0 ? this.boxIfReadable() : undefined;
    const found = SECRETS.flatMap((name) => {
      const text = sealed[name];
      const secret = text && box?.open(`${id}/${name}`, text);
      return secret === undefined || secret === '' ? [] : [[name, secret] as const];
    });
    return Object.fromEntries(found);
  }

  /** A damaged key must not hide the connections; its error appears when a secret is saved. */
  private boxIfReadable(): SecretBox | undefined {
    try {
      return this.boxIfAny();
    } catch (error) {
      if (isUnwritable(error)) return undefined;
      throw error;
    }
  }

  /** @throws {CodedError} if the installation has no key */
  private box(): SecretBox {
    const box = this.boxIfAny();
    if (box) return box;
    throw new CodedError(CLUSTER_ERRORS.clusterNoKey);
  }

  private boxIfAny(): SecretBox | undefined {
    if (this.openedBox) return this.openedBox;
    const isNeeded = [...this.saved.values()].some(({ sealed }) => Object.keys(sealed).length > 0);
    const own = this.ownKey?.(isNeeded);
    const keys = [...this.keys, ...(own ? [own] : [])];
    return keys.length === 0 ? undefined : (this.openedBox = new SecretBox(keys));
  }
}

function recordsAfter(
  before: SavedCluster | undefined,
  settings: ClusterSettings,
  by: string
): Pick<SavedCluster, 'moves' | 'logins'> {
  const { moves = [], logins = {} } = before ?? {};
  const destination = (of: ClusterSettings) => getDestination(profileOfSettings(of));
  if (before && destination(before.settings) === destination(settings)) return { moves, logins };
  const move = { id: randomUUID(), at: Date.now(), by, hosts: before?.settings.hosts ?? [] };
  return { moves: [...moves, move].slice(-movesKept), logins };
}

/** Given secrets win over those of the settings that are absent; `null` becomes absent. */
function withSecrets(
  { password, ssl = {}, ...general }: ClusterSettings,
  kept: Secrets<string | undefined>
): ClusterSettings {
  const { key, key_passphrase, ...tls } = ssl;
  const secret = (given: string | null | undefined, stored: string | undefined) =>
    (given === undefined ? stored : given) ?? undefined;
  const all = {
    password: secret(password, kept.password),
    key: secret(key, kept.key),
    key_passphrase: secret(key_passphrase, kept.key_passphrase),
  };
  return {
    ...general,
    ...(all.password !== undefined && { password: all.password }),
    ssl: {
      ...tls,
      ...(all.key !== undefined && { key: all.key }),
      ...(all.key_passphrase !== undefined && { key_passphrase: all.key_passphrase }),
    },
  };
}

/** @throws {CodedError} if there are as many connections as possible */
export function assertRoom(count: number): void {
  if (count >= CONNECTION_LIMITS.connections)
    throw new CodedError(CLUSTER_ERRORS.clusterLimit, {
      limit: CONNECTION_LIMITS.connections,
    });
}
