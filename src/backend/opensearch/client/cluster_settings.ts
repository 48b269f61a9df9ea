/** How a cluster is reached: section `opensearch` of the configuration, read and checked. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

export interface TlsSettings {
  /** `certificate` minds the authorities but not the host name, `none` neither. */
  readonly verificationMode: 'full' | 'certificate' | 'none';
  /** Names of PEM files; the system's authorities when there are none. */
  readonly certificateAuthorities?: string | readonly string[];
  /** Name of a PEM file. */
  readonly certificate?: string;
  /** Name of a PEM file. */
  readonly key?: string;
  readonly keyPassphrase?: string;
  /** Also with calls of users, whose rights the certificate then decides. */
  readonly alwaysPresentCertificate: boolean;
}

export interface ClusterSettings {
  /** At least one URL without credentials. */
  readonly hosts: readonly string[];
  /** Of the server's own calls. */
  readonly username?: string;
  readonly password?: string;
  /** Of a whole call, milliseconds. */
  readonly requestTimeout: number;
  /** Of a call that asks whether the cluster is there, milliseconds. */
  readonly pingTimeout: number;
  /** Of a request, which go on to the cluster; any case. */
  readonly requestHeadersAllowlist: readonly string[];
  /** Go with every call, and win over all others. */
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly sniffOnStart: boolean;
  /** Milliseconds; false is never. */
  readonly sniffInterval: number | false;
  readonly sniffOnConnectionFault: boolean;
  readonly ssl: TlsSettings;
}

/** @param user - `server` presents the client certificate, `callers` only when told to always */
export function tlsOptions(
  settings: TlsSettings,
  user: 'server' | 'callers'
): ConnectionOptions & { rejectUnauthorized: boolean } {
  const { verificationMode, certificateAuthorities = [], certificate, key } = settings;
  const authorities = [certificateAuthorities].flat();
  const isPresented = user === 'server' || settings.alwaysPresentCertificate;
  return {
    rejectUnauthorized: verificationMode !== 'none',
    // Nobody else is trusted once authorities are named.
    ...(authorities.length > 0 && { ca: authorities.map((file) => readFileSync(file)) }),
    ...(verificationMode === 'certificate' && { checkServerIdentity: () => undefined }),
    ...(isPresented &&
      certificate !== undefined &&
      key !== undefined && {
        cert: readFileSync(certificate),
        key: readFileSync(key),
        passphrase: settings.keyPassphrase,
      }),
  };
}
