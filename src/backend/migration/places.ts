/** Opens the places that `compare` and `promote` name: a cluster, a data folder, or files. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openOffline, type OfflineStore } from '../embedded/cli/offline_store';
import type { ClusterSettings } from '../opensearch/client';
import { openCluster } from './cluster_side';
import { EmbeddedConfiguration } from './configuration/embedded_configuration';
import { FolderSource } from './configuration/folder_source';
import type { ClusterConfiguration, ConfigurationSource } from './configuration/side';
import { clusterSettings, type MigrateIo } from './migrate';
import type { SideArguments } from './promote_arguments';

export interface PlaceIo extends Omit<MigrateIo, 'write'> {
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Place {
  readonly title: string;
  readonly source: ConfigurationSource;
  /** Of a cluster. */
  readonly cluster?: ClusterConfiguration;
  /** Of a data folder. */
  readonly offline?: OfflineStore;
  close(): Promise<void>;
}

/** @throws {MoveError | OfflineError | UsageError | ClusterError | ImportRefusedError} */
export async function openPlace(
  { place, isCluster, ...credentials }: SideArguments,
  passwordVariable: string,
  io: PlaceIo
): Promise<Place> {
  if (isCluster) {
    const own = withCredentials(io.cluster, credentials, io.env[passwordVariable]);
    const settings = await clusterSettings({ url: place }, { ...io, cluster: own });
    const { title, configuration, close } = await openCluster(
      settings,
      io.settings,
      io.dashboardsIndex
    );
    return { title, source: configuration, cluster: configuration, close };
  }
  const title = resolve(place);
  if (!existsSync(join(title, 'engine.sqlite'))) {
    const source = await FolderSource.read(title, io.settings, io.env);
    return { title, source, close: async () => undefined };
  }
  const offline = openOffline(title, io.settings);
  const source = new EmbeddedConfiguration(offline);
  return { title, source, offline, close: async () => offline.close() };
}

/** A user name replaces the shared certificate, and a certificate the shared name. */
function withCredentials(
  shared: Omit<ClusterSettings, 'hosts'>,
  { username, ca, certificate, key }: Omit<SideArguments, 'place' | 'isCluster'>,
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
