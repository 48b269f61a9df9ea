/**
 * Compresses pages, the only large answers that are not files of the build. Nothing a stranger
 * sends is reflected in a page, so its compressed size tells nothing about what else it holds.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';

/** Near the best ratio for a fraction of a millisecond. */
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
