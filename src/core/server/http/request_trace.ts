/** What connects a request with its log lines, calls to a cluster and the history. */
import type { FastifyRequest } from 'fastify';
import { requestTrace, type RequestTrace } from '../../../backend/api';
import { CHANGE_REASON_HEADER, HTTP_LIMITS } from '../../common';

const REQUEST_ID_HEADER = 'x-request-id';
const OPAQUE_ID_HEADER = 'x-opaque-id';
const OPAQUE_ID = new RegExp(`^[\\x21-\\x7e]{1,${HTTP_LIMITS.opaqueIdLength}}$`);

/** An `x-opaque-id` that is too long or not printable is dropped, because it is logged. */
export function readTrace({ id, headers }: FastifyRequest): RequestTrace {
  const opaqueId = headers[OPAQUE_ID_HEADER];
  const reason = readReason(headers[CHANGE_REASON_HEADER]);
  return {
    id,
    ...(typeof opaqueId === 'string' && OPAQUE_ID.test(opaqueId) && { opaqueId }),
    ...(reason !== undefined && { reason }),
  };
}

/** @returns `undefined` for a reason that is empty, too long or not percent-encoded */
function readReason(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  try {
    const reason = decodeURIComponent(header).trim();
    return reason === '' || reason.length > HTTP_LIMITS.changeReasonLength ? undefined : reason;
  } catch {
    return undefined;
  }
}

export const traceHeaders = ({ id, opaqueId }: RequestTrace): Record<string, string> => ({
  [REQUEST_ID_HEADER]: id,
  ...(opaqueId !== undefined && { [OPAQUE_ID_HEADER]: opaqueId }),
});

/** Restores the trace context, which is lost when the body is read. */
export const runInTrace = <T>(request: FastifyRequest, work: () => T): T =>
  requestTrace.run(readTrace(request), work);
