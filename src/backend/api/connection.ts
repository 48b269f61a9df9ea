/** A cluster besides the installation's own backend, which administrators choose in the browser. */
import type { RequestCaller } from './caller';
import type { Engine } from './engine';
import type { BackendFeatures } from './features';

/** What is wrong with a connection, in the order of the checks. */
export type ConnectionFault =
  'forbidden' | 'address' | 'tls' | 'version' | 'credentials' | 'plugin' | 'rights';

/** The result of a test of a connection. */
export type ConnectionCheck =
  | {
      readonly ok: true;
      /** Of OpenSearch; absent if the cluster does not show it to the caller. */
      readonly version?: string;
      readonly userName: string;
    }
  | { readonly ok: false; readonly fault: ConnectionFault; readonly version?: string };

/** Settings of a connection. Every request presents the credentials of its caller. */
export interface ConnectionSettings {
  /** Names the guardrails of the cluster, which this installation keeps. */
  readonly id: string;
  /** At least one URL without credentials. */
  readonly hosts: readonly string[];
  /** Milliseconds until a response is complete. */
  readonly requestTimeout: number;
  /**
   * Whether a connection to this IP address of a host may be opened. It is asked for every
   * connection, because a name can resolve to another address at any time.
   */
  readonly allows: (host: string, address: string) => boolean;
  /** TLS of `https:` addresses. */
  readonly ssl: {
    /** `certificate` verifies the authorities but not the host name, `none` neither. */
    readonly verificationMode: 'full' | 'certificate' | 'none';
    /** Paths or contents of PEM files; by default the system's authorities. */
    readonly certificateAuthorities?: string | Buffer | readonly string[];
    /** Path or contents of a PEM file that every request presents. */
    readonly certificate?: string | Buffer;
    /** Path or contents of a PEM file. */
    readonly key?: string | Buffer;
    readonly keyPassphrase?: string;
  };
}

/** An open connection. Nothing is sent before the first request of a caller. */
export interface ConnectedBackend {
  readonly features: BackendFeatures;
  /** Release number of the cluster, once it is known. */
  readonly release: () => string | undefined;
  /**
   * The engine for one caller, whose credentials read and change everything.
   * @throws {BackendError} that asks for credentials, without a caller
   */
  engineFor(caller: RequestCaller | undefined): Engine;
  /** Never rejects. */
  check(caller: RequestCaller): Promise<ConnectionCheck>;
  stop(): Promise<void>;
}
