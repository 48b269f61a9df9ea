/** Writes the audit settings of a cluster, which rejects categories that its release lacks. */
import { OFFERED_AUDIT_CATEGORIES } from '../../../contracts/entities';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import {
  requestJson,
  reportedError,
  type SendRequest,
  type Json,
} from '../../opensearch/documents/responses';
import { MoveError } from './side';

/** Categories that every release has. */
const KNOWN: ReadonlySet<unknown> = new Set(Object.values(OFFERED_AUDIT_CATEGORIES).flat());

/**
 * Removes the categories that only some releases have. A cluster without a category never logs it,
 * whether or not it is disabled.
 */
export function withKnownCategories(body: Json): Json {
  const { audit } = body;
  if (!isJsonObject(audit)) return body;
  const known = Object.entries(audit).map(([key, value]) => [
    key,
    key.endsWith('_categories') && Array.isArray(value)
      ? value.filter((name) => KNOWN.has(String(name).toUpperCase()))
      : (value as unknown),
  ]);
  return { ...body, audit: Object.fromEntries(known) as Json };
}

/** @throws {MoveError} */
export async function putAudit(ask: SendRequest, body: Json): Promise<void> {
  const put = async (content: Json) => {
    const call = { method: 'PUT', path: `${PREFIX}/api/audit/config`, body: content } as const;
    return requestJson<{ reason?: unknown; message?: unknown }>(ask, call, [400, 403]);
  };
  const { statusCode } = await put(body);
  if (statusCode < 300) return;
  const again = await put(withKnownCategories(body));
  if (again.statusCode < 300) return;
  const { reason, message, ...others } = again.body;
  throw new MoveError(
    `The cluster refuses it: ${String(reason ?? message ?? reportedError(others).reason)}`
  );
}
