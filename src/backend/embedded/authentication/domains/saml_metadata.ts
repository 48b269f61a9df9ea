/**
 * What an identity provider says of itself (SAML 2.0 Metadata): where it signs people in and out,
 * and by which certificates it is known.
 */
import { DOMParser } from '@xmldom/xmldom';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { DomainSettingsError, type ProverDeps } from './domain';
import type { DomainSettings } from './domain_settings';
import { askProvider, ProviderError } from './provider_answer';
import { connectionOf, textOfFile, webAddress } from './provider_connection';

export interface SamlProvider {
  /** By the HTTP-Redirect binding. */
  readonly signInAt: string;
  readonly signOutAt?: string;
  /** PEM. */
  readonly certificates: readonly string[];
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * @param entityId - of the provider; a document may tell of many
 * @throws {ProviderError} for what is no metadata of this provider
 */
function providerIn(text: string, entityId: string): SamlProvider {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ProviderError('the metadata declare entities');
  const all = (root: Element, name: string, space = METADATA): readonly Element[] =>
    Array.from(root.getElementsByTagNameNS(space, name));
  const document = parsed(text);
  const entity = [document, ...all(document, 'EntityDescriptor')].find(
    (one) => one.localName === 'EntityDescriptor' && one.getAttribute('entityID') === entityId
  );
  const role = entity && all(entity, 'IDPSSODescriptor')[0];
  if (!role) throw new ProviderError('the metadata do not tell of idp.entity_id');
  const locationOf = (service: string): string | undefined =>
    all(role, service)
      .find((one) => one.getAttribute('Binding') === REDIRECT)
      ?.getAttribute('Location') ?? undefined;
  const certificates = all(role, 'KeyDescriptor')
    .filter((key) => ['', 'signing'].includes(key.getAttribute('use') ?? ''))
    .flatMap((key) => all(key, 'X509Certificate', SIGNATURE))
    .map((one) => pemOf(one.textContent ?? ''));
  const [signInAt, signOutAt] = [
    locationOf('SingleSignOnService'),
    locationOf('SingleLogoutService'),
  ];
  if (!isWeb(signInAt) || certificates.length === 0)
    throw new ProviderError('the metadata name no place to sign in, or no certificate');
  return { signInAt, certificates, ...(isWeb(signOutAt) && { signOutAt }) };
}

/** Where the metadata come from: settings, a file, or an address that is asked now and then. */
export class SamlMetadata {
  private readonly known: SamlProvider | undefined;
  private readonly ask: (() => Promise<string>) | undefined;
  private asked: { readonly atMs: number; readonly answer: Promise<SamlProvider> } | undefined;
  private last: SamlProvider | undefined;

  /** @throws {DomainSettingsError} */
  constructor(
    settings: DomainSettings,
    private readonly entityId: string,
    private readonly deps: Pick<ProverDeps, 'now' | 'filesDir'>
  ) {
    const address = settings.text('idp.metadata_url');
    if (address !== undefined) {
      const url = webAddress(address, 'idp.metadata_url');
      const connection = connectionOf(settings, 'idp', deps.filesDir);
      this.ask = () => askProvider({ ...connection, url, mayBePrivate: true });
      return;
    }
    const file = settings.text('idp.metadata_file');
    const text =
      settings.text('idp.metadata_content') ??
      (file === undefined ? undefined : textOfFile(file, deps.filesDir, 'idp.metadata_file'));
    if (text === undefined)
      throw new DomainSettingsError('idp.metadata_url, _file or _content is missing');
    try {
      this.known = providerIn(text, entityId);
    } catch (error) {
      if (error instanceof ProviderError) throw new DomainSettingsError(error.message);
      throw error;
    }
  }

  /** @throws {ProviderError} while nothing is known and the provider does not say */
  async provider(): Promise<SamlProvider> {
    if (this.known || !this.ask) return this.known as SamlProvider;
    const { last, asked, deps } = this;
    const pauseMs = last ? DOMAIN_LIMITS.providerKeepMs : DOMAIN_LIMITS.providerPauseMs;
    const isDue = !asked || asked.atMs + pauseMs <= deps.now();
    if (isDue) this.asked = { atMs: deps.now(), answer: this.read(this.ask) };
    // What is known stays while the provider is asked again, or is down.
    const { answer } = this.asked as NonNullable<typeof asked>;
    if (!last) return answer;
    answer.catch(() => undefined);
    return last;
  }

  private async read(ask: () => Promise<string>): Promise<SamlProvider> {
    this.last = providerIn(await ask(), this.entityId);
    return this.last;
  }
}

function parsed(text: string): Element {
  let problem: string | undefined;
  const failed = (message: string) => (problem ??= message);
  const parser = new DOMParser({ errorHandler: { error: failed, fatalError: failed } });
  const root = parser.parseFromString(text, 'text/xml').documentElement as Element | null;
  if (problem !== undefined || !root) throw new ProviderError('the metadata are no XML');
  return root;
}

const isWeb = (location: string | undefined): location is string =>
  location !== undefined && /^https?:/i.test(location) && URL.canParse(location);

const pemOf = (base64: string): string => {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
};
