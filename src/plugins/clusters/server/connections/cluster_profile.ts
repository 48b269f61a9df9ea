/** A connection as it is opened, of the configuration file or added by an administrator. */
import { createHash, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { CONNECTION_LIMITS } from '@sd/core/common';
import {
  type AllowedHosts,
  type ClusterConnection,
  type ConnectionSettings,
  isConfidential,
  isHost,
  type Principal,
  type RequestCaller,
} from '@sd/core/server';
import { type ClusterEntry, type ClusterSettings, CodedError, releaseFacts } from '@sd/contracts';
import { CLUSTER_ERRORS } from '../../common';
import type { ClusterSection } from './cluster_config';

export interface ClusterProfile {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly environment?: ClusterEntry['environment'];
  readonly color?: string;
  readonly confirmsChanges: boolean;
  readonly credentials: NonNullable<ClusterEntry['credentials']>;
  readonly username?: string;
  readonly password?: string;
  readonly requestTimeout: number;
  readonly ssl: ConnectionSettings['ssl'];
}

/** Credentials that a user has entered, for one destination. */
export type EnteredPrincipal = Principal & { readonly destination?: string };

/**
 * Identifies where requests go and how that server is verified, so that credentials entered for one
 * server never reach another under the same id.
 */
export const getDestination = ({ hosts, ssl }: ClusterProfile): string => {
  const { verificationMode, certificateAuthorities = [] } = ssl;
  const authorities = [certificateAuthorities].flat().map(String);
  return createHash('sha256')
    .update(JSON.stringify([hosts, verificationMode, authorities]))
    .digest('base64url');
};

/** Paths of PEM files stay paths. */
export function profileOfSection(id: string, section: ClusterSection): ClusterProfile {
  const { name = id, hosts, environment, color, credentials = 'session', ssl = {} } = section;
  const { username, password, request_timeout: requestTimeout } = section;
  const { certificate_authorities: certificateAuthorities, certificate, key } = ssl;
  return {
    name,
    hosts: [hosts].flat(),
    credentials,
    confirmsChanges: section.confirm_changes === true,
    ...(environment && { environment }),
    ...(color !== undefined && { color }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    requestTimeout: requestTimeout ?? CONNECTION_LIMITS.requestMs,
    ssl: {
      verificationMode: ssl.verification_mode ?? 'full',
      ...(certificateAuthorities !== undefined && { certificateAuthorities }),
      ...(certificate !== undefined && { certificate }),
      ...(key !== undefined && { key }),
      ...(ssl.key_passphrase !== undefined && { keyPassphrase: ssl.key_passphrase }),
    },
  };
}

/** PEM texts become contents, so that no text of an administrator is read as a path. */
export function profileOfSettings(settings: ClusterSettings): ClusterProfile {
  const { password, ssl = {}, ...section } = settings;
  const pem = (text: string | null | undefined) => (text ? Buffer.from(text) : undefined);
  const certificateAuthorities = pem(ssl.certificate_authorities);
  const certificate = pem(ssl.certificate);
  const key = pem(ssl.key);
  const profile = profileOfSection('', {
    ...section,
    ...(password !== undefined && password !== null && { password }),
    ...(ssl.verification_mode && { ssl: { verification_mode: ssl.verification_mode } }),
  });
  return {
    ...profile,
    ssl: {
      ...profile.ssl,
      ...(certificateAuthorities && { certificateAuthorities }),
      ...(certificate && { certificate }),
      ...(key && { key }),
      ...(ssl.key_passphrase && { keyPassphrase: ssl.key_passphrase }),
    },
  };
}

/** In lists, without secrets. */
export function toEntry(
  id: string,
  {
    profile,
    connection,
    version,
  }: {
    readonly profile: ClusterProfile;
    readonly connection: Pick<ClusterConnection, 'features' | 'release'>;
    /** Absent for a connection of the configuration file. */
    readonly version?: string;
  },
  caller: RequestCaller | undefined
): ClusterEntry {
  const { name, environment, color, credentials, hosts } = profile;
  const userName = caller?.kind === 'user' ? caller.principal.userName : '';
  return {
    id,
    name,
    credentials,
    is_home: false,
    hosts: [...hosts],
    ...(version === undefined ? { is_from_file: true } : { is_from_file: false, version }),
    ...(environment && { environment }),
    ...(color !== undefined && { color }),
    ...(profile.confirmsChanges && { confirm_changes: true }),
    ...(userName !== '' && { user_name: userName }),
    // Sessions are those of this installation.
    features: { ...connection.features, sessions: false },
    release: releaseFacts(connection.release()),
  };
}

/** @throws {CodedError} for the first setting that is not accepted */
export function assertUsable(settings: ClusterSettings, allowed: AllowedHosts): void {
  for (const host of settings.hosts) {
    if (!isHost(host) || new URL(host).pathname !== '/')
      throw new CodedError(CLUSTER_ERRORS.clusterHost, { host });
    if (!allowed.mayAllow(host)) throw new CodedError(CLUSTER_ERRORS.clusterBlocked);
  }
  const { credentials, username, password, ssl = {} } = settings;
  if (credentials === 'token' && !settings.hosts.every(isConfidential))
    throw new CodedError(CLUSTER_ERRORS.clusterTokenTls);
  const hasPassword = username !== undefined && Boolean(password);
  const hasCertificate = ssl.certificate !== undefined && Boolean(ssl.key);
  const isHalf =
    (username !== undefined || Boolean(password)) !== hasPassword ||
    (ssl.certificate !== undefined || Boolean(ssl.key)) !== hasCertificate;
  // Otherwise one user's requests would carry the credentials of another.
  if (credentials !== 'service' && (hasPassword || hasCertificate || isHalf))
    throw new CodedError(CLUSTER_ERRORS.clusterServiceOnly);
  // A colon would start the password.
  if (
    isHalf ||
    username?.includes(':') ||
    (credentials === 'service' && !hasPassword && !hasCertificate)
  )
    throw new CodedError(CLUSTER_ERRORS.clusterService);
  assertCertificates(settings);
}

function assertCertificates({ ssl = {} }: ClusterSettings): void {
  const { certificate_authorities: authorities, certificate, key, key_passphrase } = ssl;
  try {
    if (authorities !== undefined) {
      const found = authorities.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
      if (!found) throw new Error('There is no certificate.');
      for (const pem of found) new X509Certificate(pem);
    }
    createSecureContext({
      ...(authorities !== undefined && { ca: authorities }),
      ...(certificate !== undefined && { cert: certificate }),
      ...(key && { key }),
      ...(key_passphrase && { passphrase: key_passphrase }),
    });
  } catch {
    throw new CodedError(CLUSTER_ERRORS.clusterCertificate);
  }
}
