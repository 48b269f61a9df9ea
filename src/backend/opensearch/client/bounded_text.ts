import type { Readable } from 'node:stream';
import { ClusterError } from './cluster_error';

/**
 * Reads a body as UTF-8 and gives up what is larger.
 * @throws {ClusterError} `too_large`, or `broken` when it ends too early
 */
export async function boundedText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > maxBytes)
        throw new ClusterError(
          'too_large',
          `An answer of the cluster has more than ${maxBytes} bytes.`
        );
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    const message = 'The answer of the cluster broke off.';
    throw new ClusterError('broken', message, { cause: error });
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks, size).toString('utf8');
}
