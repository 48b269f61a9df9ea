/**
 * What the cluster itself says about access, without doing anything: `perform_permission_check` of
 * 3.2 and newer, which judges a call with the credentials that it comes with. So it can be asked
 * about the caller alone, and about things as they are.
 */
import type { AccessComparison, AccessExplanation, ExplainRequest } from '../../api/engine';
import type { RequestCaller } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { wirePath, withoutTenant, type ClusterCall, type ClusterClient } from '../client';

type Call = Pick<ClusterCall, 'method' | 'path'>;
type Sources = Pick<AccessExplanation, 'answered_by' | 'checked_with' | 'unchecked'>;

/**
 * Only calls that change nothing: a node that does not know the question must do no harm. And only
 * those that 3.4 answers: it fails at the others, because it expects their usual answers. Paths
 * without a name ask about all indices.
 */
const CALLS: Readonly<Record<string, string>> = {
  'cluster:monitor/health': 'GET /_cluster/health',
  'indices:admin/get': 'GET /{index}',
  'indices:data/read/field_caps': 'GET /{index}/_field_caps',
  'indices:data/read/search': 'POST /{index}/_search',
  'indices:monitor/settings/get': 'GET /{index}/_settings',
  'indices:monitor/stats': 'GET /{index}/_stats',
};

/**
 * Says of an explanation which side gave it, and what the cluster answers to the same question.
 * Never rejects: an explanation is one without the cluster's word, too.
 */
export async function withClusterCheck<T extends AccessExplanation | AccessComparison>(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  request: ExplainRequest,
  response: T
): Promise<T> {
  if ('is_changed' in response) {
    const sources = { answered_by: 'mirror', unchecked: 'hypothetical' } as const;
    const { before, after } = response;
    return { ...response, before: before && { ...before, ...sources }, after: after && { ...after, ...sources } }; // prettier-ignore
  }
  return { ...response, ...(await sourcesOf(client, caller, request, response)) };
}

async function sourcesOf(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  request: ExplainRequest,
  response: AccessExplanation
): Promise<Sources> {
  const unchecked = (why: NonNullable<Sources['unchecked']>): Sources => ({
    answered_by: 'mirror',
    unchecked: why,
  });
  const { user, subject, known_indices: known, parts, tenant } = request;
  if (known || parts) return unchecked('hypothetical');
  const own = caller.kind === 'user' ? caller.principal.userName : undefined;
  if (subject || own === undefined || (user ?? own) !== own) return unchecked('another_person');
  const call = tenant === undefined ? callOf(request) : undefined;
  if (!call) return unchecked('no_dry_call');
  const isOfFields = call.path.endsWith('/_field_caps');
  const query = { perform_permission_check: 'true', ...(isOfFields && { fields: '*' }) };
  try {
    const { statusCode, text } = await client.asCaller(withoutTenant(caller), { ...call, query });
    if (statusCode === 400) return unchecked('not_offered');
    const told: unknown = JSON.parse(text);
    if (!isJsonObject(told) || typeof told['accessAllowed'] !== 'boolean')
      return unchecked('failed');
    const allowed = told['accessAllowed'];
    const missing = told['missingPrivileges'];
    return {
      answered_by: 'mirror',
      checked_with: {
        call: `${call.method} ${call.path}`,
        allowed,
        missing_privileges: Array.isArray(missing) ? missing.map(String) : [],
        agrees: allowed === (response.decision.effect !== 'refuse'),
      },
    };
  } catch {
    return unchecked('failed');
  }
}

function callOf({ action, index = [] }: ExplainRequest): Call | undefined {
  const form = Object.hasOwn(CALLS, action) ? CALLS[action] : undefined;
  if (form === undefined) return undefined;
  const [method, pattern] = form.split(' ') as ['GET' | 'POST', string];
  const names = index.length > 0 ? index.map(encodeURIComponent).join(',') : '_all';
  const path = pattern.replace('{index}', () => names);
  return wirePath(path) === undefined ? undefined : { method, path };
}
