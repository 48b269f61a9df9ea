/**
 * Bytes of request bodies that are held at the same time, of all senders and of one address. A body
 * is counted by what its sender announces, or by the route's limit when nothing is announced, from
 * before it is read until its request is answered: slow senders cannot fill the memory.
 */
import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { HTTP_LIMITS } from '../../../common';
import { addressKey, clientAddress } from '../request/client_address';

export class BodyMeter {
  private total = 0;
  private readonly byAddress = new Map<string, number>();

  /**
   * Counts the body of a request until `answer` ends.
   * @returns a sentence that names the limit it breaks
   */
  admit(request: FastifyRequest, answer: ServerResponse, maxBytes: number): string | undefined {
    const bytes = announcedBytes(request, maxBytes);
    if (bytes === 0) return undefined;
    const key = addressKey(clientAddress(request));
    const own = (this.byAddress.get(key) ?? 0) + bytes;
    const { bodiesBytes, bodiesBytesPerAddress } = HTTP_LIMITS;
    if (own > bodiesBytesPerAddress && own > bytes)
      return tooMuch(bodiesBytesPerAddress, 'your address');
    if (this.total + bytes > bodiesBytes && this.total > 0)
      return tooMuch(bodiesBytes, 'all senders');
    this.byAddress.set(key, own);
    this.total += bytes;
    answer.once('close', () => this.release(key, bytes));
    return undefined;
  }

  private release(key: string, bytes: number): void {
    this.total -= bytes;
    const left = (this.byAddress.get(key) ?? 0) - bytes;
    if (left > 0) this.byAddress.set(key, left);
    else this.byAddress.delete(key);
  }
}

function announcedBytes({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  // Longer ones are refused before a byte of them is kept.
  return Math.min(Number(headers['content-length'] ?? 0) || 0, maxBytes);
}

const tooMuch = (limit: number, whose: string): string =>
  `Request bodies of more than ${limit} bytes from ${whose} are under way. Try again in a moment.`;
