/**
 * Describes the TLS connection of a request, and decides whether the client certificate identifies
 * the caller: not for browsers, which send it for pages of other sites too, and not for proxies.
 */
import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { displayName, type CertificateFacts, type TlsConnection } from '../../../../backend/api';

/** Longer than any real certificate chain. */
const MAX_CHAIN = 10;

/** Headers of browsers (Fetch) and of proxies (RFC 7239, RFC 9110, and their predecessors). */
const NOT_DIRECT =
  /^(?:cookie|origin|referer|sec-fetch-.*|forwarded|via|x-forwarded-.*|x-real-ip)$/;

interface KnownConnection {
  readonly connection: Omit<TlsConnection, 'peer'>;
  readonly peer: TlsConnection['peer'];
}

export interface TlsConnectionsOptions {
  readonly isTrustedProxy: (address: string) => boolean;
}

export class TlsConnections {
  private authorities: readonly X509Certificate[] = [];
  private authorityFacts: readonly CertificateFacts[] = [];
  private readonly known = new WeakMap<TLSSocket, KnownConnection>();

  constructor(private readonly options: TlsConnectionsOptions) {}

  /** Applies to new connections. @param authorities - issuers of callers' certificates */
  trust(authorities: readonly X509Certificate[]): void {
    this.authorities = authorities;
    this.authorityFacts = authorities.map(getFacts).filter((facts) => facts !== undefined);
  }

  /** @returns `undefined` without TLS */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): TlsConnection | undefined {
    if (!(socket instanceof TLSSocket)) return undefined;
    const known = this.known.get(socket) ?? this.inspect(socket);
    this.known.set(socket, known);
    const { connection, peer } = known;
    if (!peer) return connection;
    const isDirect =
      !this.options.isTrustedProxy(socket.remoteAddress ?? '') &&
      !Object.keys(headers).some((name) => NOT_DIRECT.test(name));
    return isDirect && peer.every(isValidNow) ? { ...connection, peer } : connection;
  }

  private inspect(socket: TLSSocket): KnownConnection {
    const own = socket.getX509Certificate();
    const server = own && getFacts(own);
    const connection = {
      protocol: socket.getProtocol() ?? '',
      cipher: socket.getCipher().standardName,
      ...(server && { server }),
      authorities: this.authorityFacts,
    };
    // A session that is resumed without a certificate is "authorized", too.
    const leaf = socket.authorized ? socket.getPeerX509Certificate() : undefined;
    return { connection, peer: leaf && this.getPeer(leaf) };
  }

  /**
   * The client's certificate chain, up to the first gap. The server's keystore may contain further
   * authorities; only those configured for callers count, and the client need not send them.
   */
  private getPeer(leaf: X509Certificate): TlsConnection['peer'] {
    const chain: CertificateFacts[] = [];
    let isTrusted = false;
    for (let one: X509Certificate | undefined = leaf; one && chain.length < MAX_CHAIN;) {
      const link: X509Certificate = one;
      const facts = getFacts(link);
      if (!facts) return undefined;
      chain.push(facts);
      isTrusted ||= this.authorities.some((authority) => isIssuedBy(link, authority));
      const next: X509Certificate | undefined = link.issuerCertificate;
      one =
        next && next.fingerprint256 !== link.fingerprint256 && isIssuedBy(link, next)
          ? next
          : undefined;
    }
    const [first, ...others] = chain;
    return isTrusted && first ? [first, ...others] : undefined;
  }
}

/** Verifies the signature, because names can be forged. */
const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);

/** Keep-alive connections may outlive a certificate. */
function isValidNow({ notBeforeMs, notAfterMs }: CertificateFacts): boolean {
  const nowMs = Date.now();
  return notBeforeMs <= nowMs && nowMs <= notAfterMs;
}

function getFacts(certificate: X509Certificate): CertificateFacts | undefined {
  const subject = nameIn(certificate.subject);
  const issuer = nameIn(certificate.issuer);
  if (subject === undefined || issuer === undefined) return undefined;
  return {
    subject,
    issuer,
    serialNumber: BigInt(`0x${certificate.serialNumber}`).toString(),
    alternativeNames: alternativeNames(certificate.subjectAltName ?? ''),
    notBeforeMs: Date.parse(certificate.validFrom),
    notAfterMs: Date.parse(certificate.validTo),
  };
}

/**
 * Node returns one name part per line, least specific first. Values are escaped according to RFC
 * 2253, including line breaks.
 */
const nameIn = (lines: string): string | undefined =>
  displayName(lines.split('\n').reverse().join(','));

/** Parses `DNS:localhost, IP Address:127.0.0.1`; ambiguous values are JSON strings. */
function alternativeNames(text: string): CertificateFacts['alternativeNames'] {
  const found = text.matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/g);
  return [...found].map(([, kind = '', value = '']) => [
    kind,
    value.startsWith('"') ? (JSON.parse(value) as string) : value,
  ]);
}
