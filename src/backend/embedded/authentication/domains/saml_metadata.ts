/** The metadata of a SAML provider, with their cache. */
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { workerTask } from '../../../../workers';
import { certificateEnds } from '../../../api';
import {
  type DomainAuthenticatorDeps,
  type DomainCertificate,
  DomainSettingsError,
} from './domain';
import type { DomainSettings } from './domain_settings';
import { fetchFromProvider, ProviderError } from './provider_fetch';
import { getConnection, textOfFile, webAddress } from './provider_connection';
import type { run, SamlProvider } from './saml_metadata_worker';

const METADATA = workerTask<typeof run>({
  folder: __dirname,
  name: 'saml_metadata_worker',
  timeLimitMs: DOMAIN_LIMITS.samlProofMs,
});

/** Reads the metadata from settings, a file, or a URL that is fetched from time to time. */
export class SamlMetadata {
  private readonly load: () => Promise<string>;
  /** Metadata from settings and files are read once. */
  private readonly isFixed: boolean;
  private lastRead: { readonly atMs: number; readonly provider: Promise<SamlProvider> } | undefined;
  private last: SamlProvider | undefined;
  private readonly connection: readonly DomainCertificate[];
  private readonly setting: string;

  /** @throws {DomainSettingsError} */
  constructor(
    settings: DomainSettings,
    private readonly entityId: string,
    private readonly deps: Pick<DomainAuthenticatorDeps, 'now' | 'filesDir' | 'workers'>
  ) {
    const address = settings.text('idp.metadata_url');
    this.isFixed = address === undefined;
    if (address !== undefined) {
      const url = webAddress(address, 'idp.metadata_url');
      const { certificates, ...connection } = getConnection(settings, 'idp', deps.filesDir);
      this.connection = certificates;
      this.setting = 'idp.metadata_url';
      this.load = () => fetchFromProvider({ ...connection, url, mayBePrivate: true });
      return;
    }
    const file = settings.text('idp.metadata_file');
    this.connection = [];
    this.setting = file === undefined ? 'idp.metadata_content' : 'idp.metadata_file';
    const text =
      settings.text('idp.metadata_content') ??
      (file === undefined ? undefined : textOfFile(file, deps.filesDir, 'idp.metadata_file'));
    if (text === undefined)
      throw new DomainSettingsError('idp.metadata_url, _file or _content is missing');
    if (!text.includes(entityId) && !text.includes(escapeText(entityId)))
      throw new DomainSettingsError('the metadata do not tell of idp.entity_id');
    this.load = async () => text;
  }

  /** @throws {ProviderError} if no metadata are known and the provider does not respond */
  async provider(): Promise<SamlProvider> {
    const { last, lastRead, deps } = this;
    if (last && this.isFixed) return last;
    const pauseMs = last ? DOMAIN_LIMITS.providerKeepMs : DOMAIN_LIMITS.providerPauseMs;
    const isDue = !lastRead || lastRead.atMs + pauseMs <= deps.now();
    if (isDue) this.lastRead = { atMs: deps.now(), provider: this.read() };
    // Known metadata stay in use while they are fetched again, or the provider is down.
    const { provider } = this.lastRead as NonNullable<typeof lastRead>;
    if (!last) return provider;
    provider.catch(() => undefined);
    return last;
  }

  /**
   * The provider may name the certificate of its next key beside the present one, so that the last
   * one to end counts.
   */
  async certificates(): Promise<readonly DomainCertificate[]> {
    const provider = await this.provider().catch(() => undefined);
    const ends = (provider?.certificates ?? []).flatMap(certificateEnds);
    const { setting } = this;
    return [
      ...this.connection,
      ...(ends.length > 0 ? [{ setting, endsAtMs: Math.max(...ends) }] : []),
    ];
  }

  /**
   * To be called when a verification failed: the provider may have rotated its keys.
   * @returns the new metadata, if their keys differ
   */
  async changed(): Promise<SamlProvider | undefined> {
    const { last, lastRead, deps, isFixed } = this;
    const isRecent = lastRead && lastRead.atMs + DOMAIN_LIMITS.providerPauseMs > deps.now();
    if (isFixed || !last || isRecent) return undefined;
    this.lastRead = { atMs: deps.now(), provider: this.read() };
    const next = await this.lastRead.provider.catch(() => last);
    return next.certificates.join() === last.certificates.join() ? undefined : next;
  }

  private async read(): Promise<SamlProvider> {
    const { entityId, deps } = this;
    const text = await this.load();
    const result = await deps.workers.run(METADATA, { text, entityId }, ['saml metadata']);
    if (!result.ok) throw new ProviderError(result.reason);
    this.last = result.found;
    return this.last;
  }
}

/** Escapes a text for an XML attribute. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
