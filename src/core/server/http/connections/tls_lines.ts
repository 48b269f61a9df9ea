/**
 * What is known of the TLS connection of a request, and whether the certificate at its other end is
 * the caller's.
 *
 * Browsers send certificates by themselves, for pages of other sites too, and a proxy's certificate
 * says nothing of whom it speaks for. So a certificate counts only for a request that neither a
 * browser nor a proxy has sent; no header can stand for one.
 */
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { shownName, type CertificateFacts, type TlsLine } from '../../../../backend/contract';

/** Longer chains than any authority makes. */
const MAX_CHAIN = 10;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Headers of browsers (Fetch) and of proxies (RFC 7239, RFC 9110, and what came before). */
const NOT_DIRECT =
  /^(?:cookie|origin|referer|sec-fetch-.*|forwarded|via|x-forwarded-.*|x-real-ip)$/;

interface KnownLine {
  readonly line: Omit<TlsLine, 'peer'>;
  readonly peer: TlsLine['peer'];
}

export interface TlsLinesOptions {
  /** PEM, each with one certificate or several: who issues those of callers. */
  readonly authorities: readonly Buffer[];
  readonly isTrustedProxy: (address: string) => boolean;
}

export class TlsLines {
  private readonly authorities: ReadonlySet<string>;
  private readonly known = new WeakMap<TLSSocket, KnownLine>();

  constructor(private readonly options: TlsLinesOptions) {
    const blocks = options.authorities.flatMap((file) => file.toString('latin1').match(PEM) ?? []);
    this.authorities = new Set(blocks.map((block) => new X509Certificate(block).fingerprint256));
  }

  /** @returns `undefined` without TLS */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): TlsLine | undefined {
    if (!(socket instanceof TLSSocket)) return undefined;
    const known = this.known.get(socket) ?? this.inspect(socket);
    this.known.set(socket, known);
    const { line, peer } = known;
    if (!peer) return line;
    const isDirect =
      !this.options.isTrustedProxy(socket.remoteAddress ?? '') &&
      !Object.keys(headers).some((name) => NOT_DIRECT.test(name));
    return isDirect && peer.every(isValidNow) ? { ...line, peer } : line;
  }

  private inspect(socket: TLSSocket): KnownLine {
    const own = socket.getX509Certificate();
    const server = own && factsOf(own);
    const line = {
      protocol: socket.getProtocol() ?? '',
      cipher: socket.getCipher().standardName,
      ...(server && { server }),
    };
    // Who resumes a session without a certificate is "authorized", too.
    const leaf = socket.authorized ? socket.getPeerX509Certificate() : undefined;
    return { line, peer: leaf && this.peerOf(leaf) };
  }

  /** A keystore brings authorities of its own; only those named for callers count. */
  private peerOf(leaf: X509Certificate): TlsLine['peer'] {
    const chain: CertificateFacts[] = [];
    for (let one: X509Certificate | undefined = leaf; one && chain.length < MAX_CHAIN;) {
      const facts = factsOf(one);
      if (!facts) return undefined;
      chain.push(facts);
      one = one.issuerCertificate;
      const [first, ...others] = chain;
      if (first && one && this.authorities.has(one.fingerprint256)) return [first, ...others];
    }
    return undefined;
  }
}

/** Lines are kept alive for longer than some certificates. */
function isValidNow({ notBeforeMs, notAfterMs }: CertificateFacts): boolean {
  const nowMs = Date.now();
  return notBeforeMs <= nowMs && nowMs <= notAfterMs;
}

function factsOf(certificate: X509Certificate): CertificateFacts | undefined {
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

/** One part a line, the least specific first; values are escaped by RFC 2253, line ends too. */
const nameIn = (lines: string): string | undefined =>
  shownName(lines.split('\n').reverse().join(','));

/** `DNS:localhost, IP Address:127.0.0.1`; values that could be mistaken are JSON texts. */
function alternativeNames(text: string): CertificateFacts['alternativeNames'] {
  const found = text.matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/g);
  return [...found].map(([, kind = '', value = '']) => [
    kind,
    value.startsWith('"') ? (JSON.parse(value) as string) : value,
  ]);
}
