/**
 * OpenID provider client, discovered on first use, so that the server starts without the provider.
 * The library checks the claims of id tokens, `ProviderKeys` their signature.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ClientAuth, Configuration } from 'openid-client';
import { ProviderUnavailableError, type ProviderFetch } from '../provider_fetch';

type Library = typeof import('openid-client');

export interface OpenIdProvider {
  readonly library: Library;
  readonly configuration: Configuration;
}

export interface OpenIdClientOptions {
  /** URL of the discovery document. */
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The server authenticates with a TLS client certificate. */
  readonly hasCertificate: boolean;
  readonly fetch: ProviderFetch;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export class OpenIdClient {
  private found: { readonly provider: OpenIdProvider; readonly atMs: number } | undefined;
  private failed: { readonly error: Error; readonly atMs: number } | undefined;
  private searching: Promise<OpenIdProvider> | undefined;
  private readonly now: () => number;

  constructor(private readonly options: OpenIdClientOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** @throws {ProviderUnavailableError} if the provider is unreachable or unusable */
  async provider(): Promise<OpenIdProvider> {
    const { providerFreshMs, providerPauseMs } = LOGIN_LIMITS;
    const { found, failed } = this;
    if (found && this.now() - found.atMs < providerFreshMs) return found.provider;
    const isPausing = failed && this.now() - failed.atMs < providerPauseMs;
    if (isPausing && !found) throw failed.error;
    if (isPausing && found) return found.provider;
    this.searching ??= this.search().finally(() => (this.searching = undefined));
    // Metadata that is an hour old is better than none.
    return found ? this.searching.catch(() => found.provider) : this.searching;
  }

  /**
   * Marks the cached metadata and keys as possibly outdated after an invalid response. The next
   * request reloads them.
   */
  markStale(): void {
    const { found } = this;
    if (found && this.now() - found.atMs >= LOGIN_LIMITS.providerPauseMs) this.found = undefined;
  }

  private async search(): Promise<OpenIdProvider> {
    try {
      const provider = await this.discover();
      this.found = { provider, atMs: this.now() };
      this.failed = undefined;
      return provider;
    } catch (cause) {
      const error = isUnavailable(cause)
        ? new ProviderUnavailableError(String((toUnavailable(cause) as Error).message), { cause })
        : new ProviderUnavailableError(
            `The discovery document of the identity provider cannot be used: ${(cause as Error).message}.`,
            { cause }
          );
      this.failed = { error, atMs: this.now() };
      throw error;
    }
  }

  private async discover(): Promise<OpenIdProvider> {
    const { connectUrl, clientId, fetch } = this.options;
    const library = await import('openid-client');
    const url = new URL(connectUrl);
    const metadata = { [library.clockTolerance]: LOGIN_LIMITS.providerClockMs / 1_000 };
    const configuration = await library.discovery(
      url,
      clientId,
      metadata,
      this.verifiedIdentity(library),
      {
        timeout: LOGIN_LIMITS.providerMs / 1_000,
        [library.customFetch]: fetch as never,
        execute: url.protocol === 'http:' ? [library.allowInsecureRequests] : [],
      }
    );
    return { library, configuration };
  }

  /**
   * Sends the client secret in the form body, as OpenSearch Dashboards does, unless the provider
   * requires the header.
   */
  private verifiedIdentity(library: Library): ClientAuth {
    const { clientSecret, hasCertificate } = this.options;
    if (clientSecret === '') return hasCertificate ? library.TlsClientAuth() : library.None();
    const byForm = library.ClientSecretPost(clientSecret);
    const byHeader = library.ClientSecretBasic(clientSecret);
    return (provider, ...rest) => {
      const known = provider.token_endpoint_auth_methods_supported ?? [];
      const wantsHeader =
        known.includes('client_secret_basic') && !known.includes('client_secret_post');
      return (wantsHeader ? byHeader : byForm)(provider, ...rest);
    };
  }
}

function toUnavailable(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof ProviderUnavailableError || at.name === 'TimeoutError') return at;
  return undefined;
}

/** No response at all, as opposed to an invalid one. */
export const isUnavailable = (error: unknown): boolean => toUnavailable(error) !== undefined;
