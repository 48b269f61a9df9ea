/**
 * Compresses pages, the only large responses other than build files. Safe against compression side
 * channels, because pages reflect no input of an attacker.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';

/** Close to the best ratio, at a fraction of a millisecond. */
const BROTLI_QUALITY = 4;

const compressBr = promisify<string, object, Buffer>(brotliCompress);
const compressGz = promisify<string, Buffer>(gzip);

export async function compressPage(
  html: string,
  accepted: string | undefined
): Promise<{ readonly body: string | Buffer; readonly headers: Readonly<Record<string, string>> }> {
  switch (negotiate(accepted ?? '', ['br', 'gzip'])) {
    case 'br':
      return {
        body: await compressBr(html, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        }),
        headers: { 'content-encoding': 'br' },
      };
    case 'gzip':
      return { body: await compressGz(html), headers: { 'content-encoding': 'gzip' } };
    default:
      return { body: html, headers: {} };
  }
}
