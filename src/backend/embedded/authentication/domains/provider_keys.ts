/**
 * The keys of an identity provider (JWKS, RFC 7517), located by its discovery document or by their
 * own URL. They are cached, and fetched again when a token names an unknown key (at most once a
 * second) and every ten minutes in the background, so that a removed key stops working. Known keys
 * stay valid while the provider is down.
 */
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { isJsonObject } from '../../../model/entity_shape';
import { certificateEnds } from '../../../api';
import type { DomainAuthenticatorDeps, DomainCertificate } from './domain';
import type { DomainSettings } from './domain_settings';
import {
  fetchFromProvider,
  fetchJsonFromProvider,
  isInPrivateNetwork,
  ProviderError,
} from './provider_fetch';
import { getConnection, webAddress, type ProviderConnection } from './provider_connection';

type Jose = typeof import('jose');
type KeySet = import('jose').RemoteJWKSet;

interface Found {
  readonly keys: KeySet;
  readonly atMs: number;
}

const toPem = (der: string): string =>
  `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`;

export class ProviderKeys {
  private readonly discovery: URL | undefined;
  private readonly address: URL | undefined;
  private readonly connection: ProviderConnection;
  private readonly timeoutMs: number;
  private readonly maxBytes: number;
  private readonly maxKeys: number;
  private found: Found | undefined;
  private finding: Promise<Found> | undefined;
  private lastFetch: { readonly atMs: number; readonly hasSucceeded: boolean } | undefined;

  /** @throws {DomainSettingsError} */
  constructor(
    settings: DomainSettings,
    private readonly deps: Pick<DomainAuthenticatorDeps, 'now' | 'filesDir'>
  ) {
    const [discovery, address] = [settings.text('openid_connect_url'), settings.text('jwks_uri')];
    this.discovery =
      discovery === undefined ? undefined : webAddress(discovery, 'openid_connect_url');
    this.address = address === undefined ? undefined : webAddress(address, 'jwks_uri');
    const block = settings.text('openid_connect_url') === undefined ? 'jwks' : 'openid_connect_idp';
    this.connection = getConnection(settings, block, deps.filesDir);
    const most = DOMAIN_LIMITS.providerAnswerMs;
    this.timeoutMs = settings.limit(
      'idp_request_timeout_ms',
      settings.limit('jwks_request_timeout_ms', most)
    );
    this.maxBytes = settings.limit(
      'max_jwks_response_size_bytes',
      DOMAIN_LIMITS.providerAnswerBytes
    );
    this.maxKeys = settings.limit('max_jwks_keys', DOMAIN_LIMITS.providerKeys);
  }

  /** Those of the connection, and the last one to end of those that the known keys carry. */
  async certificates(jose: Jose): Promise<readonly DomainCertificate[]> {
    const { certificates } = this.connection;
    const keys = await this.of(jose).catch(() => undefined);
    const ends = (keys?.jwks()?.keys ?? []).flatMap(({ x5c = [] }) =>
      x5c.slice(0, 1).flatMap((der) => certificateEnds(toPem(der)))
    );
    const setting = this.discovery ? 'openid_connect_url' : 'jwks_uri';
    return ends.length > 0
      ? [...certificates, { setting, endsAtMs: Math.max(...ends) }]
      : certificates;
  }

  /** @throws {ProviderError} if no keys are known and the provider does not respond */
  async of(jose: Jose): Promise<KeySet> {
    const { found } = this;
    if (!found) return (await this.find(jose)).keys;
    if (found.atMs + DOMAIN_LIMITS.providerKeepMs < this.deps.now()) {
      // If the provider is down, the known keys are kept and fetched again later.
      this.found = { ...found, atMs: this.deps.now() };
      void this.find(jose).catch(() => undefined);
    }
    return found.keys;
  }

  private find(jose: Jose): Promise<Found> {
    this.finding ??= this.load(jose)
      .then((found) => (this.found = found))
      .finally(() => (this.finding = undefined));
    return this.finding;
  }

  private async load(jose: Jose): Promise<Found> {
    const keys = jose.createRemoteJWKSet(await this.addressOfKeys(), {
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: 0,
      timeoutDuration: this.timeoutMs,
      [jose.customFetch]: (url) => this.pauseFor(jose, new URL(url)),
    });
    await keys.reload();
    return { keys, atMs: this.deps.now() };
  }

  /**
   * Limits how often the keys are fetched, so that tokens with made-up key ids do not burden the
   * provider.
   */
  private async pauseFor(jose: Jose, url: URL): Promise<Response> {
    const { lastFetch, deps } = this;
    if (lastFetch && lastFetch.atMs + DOMAIN_LIMITS.providerPauseMs > deps.now()) {
      if (lastFetch.hasSucceeded) throw new jose.errors.JWKSNoMatchingKey();
      throw new ProviderError(`${url.origin}: did not answer a moment ago`);
    }
    this.lastFetch = { atMs: deps.now(), hasSucceeded: false };
    const text = await this.keySet(url);
    this.lastFetch = { ...this.lastFetch, hasSucceeded: true };
    return new Response(text);
  }

  private async addressOfKeys(): Promise<URL> {
    const { discovery, address, connection, timeoutMs } = this;
    if (!discovery) return address as URL;
    const request = { ...connection, timeoutMs, url: discovery, mayBePrivate: true };
    const document = await fetchJsonFromProvider(request);
    const uri = isJsonObject(document) ? document['jwks_uri'] : undefined;
    const url = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri) : undefined;
    const isSafe = url?.protocol === 'https:' || url?.protocol === discovery.protocol;
    if (!url || !isSafe)
      throw new ProviderError(
        `${discovery.origin}: the discovery document names no usable jwks_uri`
      );
    return url;
  }

  /**
   * @param url - from the configuration or from the provider; a provider on the Internet must not
   *   name a private address
   */
  private async keySet(url: URL): Promise<string> {
    const { connection, timeoutMs, maxBytes, maxKeys } = this;
    const mayBePrivate = !this.discovery || (await isInPrivateNetwork(this.discovery));
    const text = await fetchFromProvider({ ...connection, timeoutMs, maxBytes, url, mayBePrivate });
    const set = parseJson(text);
    if (!isJsonObject(set) || !Array.isArray(set['keys']))
      throw new ProviderError(`${url.origin}: answers no set of keys`);
    if (set['keys'].length > maxKeys)
      throw new ProviderError(`${url.origin}: answers more than ${maxKeys} keys`);
    return text;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
