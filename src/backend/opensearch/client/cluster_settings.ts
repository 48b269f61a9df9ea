/** Settings of the connection to the cluster: section `opensearch` of the configuration. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

export interface TlsSettings {
  /** `certificate` verifies the authorities but not the host name, `none` neither. */
  readonly verificationMode: 'full' | 'certificate' | 'none';
  /** Paths or contents of PEM files; by default the system's authorities. */
  readonly certificateAuthorities?: string | Buffer | readonly string[];
  /** Path or contents of a PEM file. */
  readonly certificate?: string | Buffer;
  /** Path or contents of a PEM file. */
  readonly key?: string | Buffer;
  readonly keyPassphrase?: string;
  /**
   * Whether requests of users also present the certificate, which then determines their
   * permissions.
   */
  readonly alwaysPresentCertificate: boolean;
}

export interface ClusterSettings {
  /** At least one URL without credentials. */
  readonly hosts: readonly string[];
  /** Credentials of the server's own requests. */
  readonly username?: string;
  readonly password?: string;
  /** Milliseconds until a response is complete. */
  readonly requestTimeout: number;
  /** Milliseconds for a health check. */
  readonly pingTimeout: number;
  /** Headers of a request that are forwarded to the cluster; in any case. */
  readonly requestHeadersAllowlist: readonly string[];
  /** Sent with every request; they override all other headers. */
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly sniffOnStart: boolean;
  /** Milliseconds; false disables it. */
  readonly sniffInterval: number | false;
  readonly sniffOnConnectionFault: boolean;
  /** Whether a connection to this IP address of a host may be opened; by default any. */
  readonly allows?: (host: string, address: string) => boolean;
  readonly ssl: TlsSettings;
}

const getContents = (file: string | Buffer): Buffer =>
  typeof file === 'string' ? readFileSync(file) : file;

/**
 * @param user - `server` presents the client certificate, `callers` only if configured to always do
 *   so
 */
export function tlsOptions(
  settings: TlsSettings,
  user: 'server' | 'callers'
): ConnectionOptions & { rejectUnauthorized: boolean } {
  const { verificationMode, certificateAuthorities = [], certificate, key } = settings;
  const authorities = [certificateAuthorities].flat();
  const isPresented = user === 'server' || settings.alwaysPresentCertificate;
  return {
    rejectUnauthorized: verificationMode !== 'none',
    // Configured authorities replace those of the system.
    ...(authorities.length > 0 && { ca: authorities.map(getContents) }),
    ...(verificationMode === 'certificate' && { checkServerIdentity: () => undefined }),
    ...(isPresented &&
      certificate !== undefined &&
      key !== undefined && {
        cert: getContents(certificate),
        key: getContents(key),
        passphrase: settings.keyPassphrase,
      }),
  };
}
