/** Certificates in use, and when they end. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A certificate file, or a certificate from elsewhere, that the server uses. */
export interface UsedCertificate {
  /** The file; for one that is not in a file, where it comes from. */
  readonly file: string;
  /** The setting, connection or authentication domain that uses it. */
  readonly usedBy: string;
  /** Epoch milliseconds. */
  readonly endsAtMs: number;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Epoch milliseconds. Empty for texts without a readable certificate. */
export const certificateEnds = (pem: string): number[] =>
  (pem.match(PEM_CERTIFICATE) ?? []).flatMap((block) => {
    try {
      return [Date.parse(new X509Certificate(block).validTo)];
    } catch {
      return [];
    }
  });

/** PEM files by name, or their contents. */
type PemFiles = string | Buffer | ReadonlyArray<string | Buffer>;

/**
 * Reads certificates and authorities when they are loaded, so that a renewed file that is not in
 * use yet makes no difference. Of several in one file, the first to end counts.
 */
export const readUsedCertificates = (
  usedBy: string,
  ...files: ReadonlyArray<PemFiles | undefined>
): readonly UsedCertificate[] =>
  files.flat().flatMap((one) => {
    if (one === undefined) return [];
    const ends = certificateEnds(toText(one));
    const file = typeof one === 'string' ? one : usedBy;
    return ends.length > 0 ? [{ file, usedBy, endsAtMs: Math.min(...ends) }] : [];
  });

function toText(file: string | Buffer): string {
  if (typeof file !== 'string') return file.toString('latin1');
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // Whoever uses the file reports that it cannot be read.
    return '';
  }
}
