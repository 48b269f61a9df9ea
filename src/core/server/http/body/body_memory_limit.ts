/**
 * Limits the bytes of request bodies in memory, in total and per address. A body counts from before
 * it is read until the response ends, so slow senders cannot exhaust the memory.
 */
import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { CodedError, SERVER_ERRORS } from '../../../../contracts/errors';
import { HTTP_LIMITS } from '../../../common';
import { addressKey, clientAddress } from '../request/client_address';

export class BodyMemoryLimit {
  private total = 0;
  private readonly byAddress = new Map<string, number>();

  /**
   * Counts the body of a request until `response` closes.
   * @returns an error with the limit if it is exceeded
   */
  admit(
    request: FastifyRequest,
    response: ServerResponse,
    maxBytes: number
  ): CodedError | undefined {
    const bytes = announcedBytes(request, maxBytes);
    if (bytes === 0) return undefined;
    const key = addressKey(clientAddress(request));
    const own = (this.byAddress.get(key) ?? 0) + bytes;
    const { bodiesBytes, bodiesBytesPerAddress } = HTTP_LIMITS;
    if (own > bodiesBytesPerAddress && own > bytes)
      return new CodedError(SERVER_ERRORS.ownBodiesUnderWay, { bytes: bodiesBytesPerAddress });
    if (this.total + bytes > bodiesBytes && this.total > 0)
      return new CodedError(SERVER_ERRORS.bodiesUnderWay, { bytes: bodiesBytes });
    this.byAddress.set(key, own);
    this.total += bytes;
    response.once('close', () => this.release(key, bytes));
    return undefined;
  }

  private release(key: string, bytes: number): void {
    this.total -= bytes;
    const remaining = (this.byAddress.get(key) ?? 0) - bytes;
    if (remaining > 0) this.byAddress.set(key, remaining);
    else this.byAddress.delete(key);
  }
}

function announcedBytes({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  // Longer bodies are rejected before any byte is stored.
  return Math.min(Number(headers['content-length'] ?? 0) || 0, maxBytes);
}
