/** Opens the places that `compare` and `promote` name: a cluster, a data folder, or files. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Identity, readPassword, readPasswordFile } from '../embedded/cli/identity';
import { openOffline, type OfflineStore } from '../embedded/cli/offline_store';
import type { EngineSettings } from '../api/settings';
import type { ClusterSettings } from '../opensearch/client';
import { openCluster } from './cluster_side';
import { EmbeddedConfiguration } from './configuration/embedded_configuration';
import { FolderSource, type FolderOptions } from './configuration/folder_source';
import type { ClusterConfiguration, ConfigurationSource } from './configuration/side';
import { clusterSettings, type MigrateIo } from './migrate';
import type { SideArguments } from './promote_arguments';

export interface PlaceIo extends Omit<MigrateIo, 'write'> {
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Place {
  readonly title: string;
  /** Of the engine that evaluates the configuration there. */
  readonly settings: EngineSettings;
  readonly source: ConfigurationSource;
  /** Of a cluster. */
  readonly cluster?: ClusterConfiguration;
  /** Of a data folder. */
  readonly offline?: OfflineStore;
  readonly folder?: FolderSource;
  close(): Promise<void>;
}

/** @throws {MoveError | OfflineError | UsageError | ClusterError | ImportRefusedError} */
export async function openPlace(
  { place, isCluster, passwordFile, ...credentials }: SideArguments,
  passwordVariable: string,
  io: PlaceIo,
  folderOptions?: FolderOptions
): Promise<Place> {
  if (isCluster) {
    const password =
      passwordFile === undefined ? io.env[passwordVariable] : readPasswordFile(passwordFile);
    const own = withCredentials(io.cluster, credentials, password);
    const settings = await clusterSettings(place, { ...io, cluster: own });
    const { title, release, configuration, close } = await openCluster(
      settings,
      io.settings,
      io.dashboardsIndex
    );
    const there = { ...io.settings, release };
    return { title, settings: there, source: configuration, cluster: configuration, close };
  }
  const title = resolve(place);
  if (!existsSync(join(title, 'engine.sqlite'))) {
    const folder = await FolderSource.read(title, io.settings, io.env, folderOptions);
    return { title, settings: io.settings, source: folder, folder, close: async () => undefined };
  }
  const offline = openOffline(title, io.settings);
  const source = new EmbeddedConfiguration(offline);
  return { title, settings: io.settings, source, offline, close: async () => offline.close() };
}

/**
 * Adds the caller of a command to the configured connection settings. The environment counts only
 * where the configuration names nobody.
 */
export async function addIdentity<Io extends PlaceIo>(io: Io, identity: Identity): Promise<Io> {
  const { cluster, env } = io;
  const isNamed = cluster.username !== undefined || cluster.ssl.certificate !== undefined;
  const { user, ca, certificate, key, ...given } = identity;
  const username =
    user ?? (isNamed || certificate !== undefined ? undefined : env['SECURITY_USER']);
  const isOwn = username !== undefined || given.readsPassword || given.passwordFile !== undefined;
  const password = isOwn ? await readPassword(given, io) : undefined;
  const own = {
    ...(username !== undefined && { username }),
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  };
  return { ...io, cluster: withCredentials(cluster, own, password) };
}

/** A user name replaces the shared certificate, and a certificate the shared name. */
function withCredentials(
  shared: Omit<ClusterSettings, 'hosts'>,
  { username, ca, certificate, key }: Omit<SideArguments, 'place' | 'isCluster' | 'passwordFile'>,
  password: string | undefined
): Omit<ClusterSettings, 'hosts'> {
  const { username: _user, password: _password, ssl, ...rest } = shared;
  const { certificate: _certificate, key: _key, ...trust } = ssl;
  const authorities = ca === undefined ? {} : { certificateAuthorities: ca };
  if (certificate !== undefined && key !== undefined)
    return { ...rest, ssl: { ...trust, ...authorities, certificate, key } };
  if (username !== undefined)
    return {
      ...rest,
      username,
      ...(password !== undefined && { password }),
      ssl: { ...trust, ...authorities },
    };
  return {
    ...shared,
    ...(password !== undefined && { password }),
    ssl: { ...ssl, ...authorities },
  };
}
