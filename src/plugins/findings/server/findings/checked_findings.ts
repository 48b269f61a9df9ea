/** Findings, as the caller of a request may read them. */
import { type ChangeCause, FINDINGS_LIMITS, type ImportRequest } from '@sd/contracts';
import type {
  CheckedFindings,
  CoreSetup,
  FindingsOptions,
  PrivilegedBackend,
  RequestClusters,
  RouteRequest,
} from '@sd/core/server';
import type { RouteTools } from '@sd/plugins/security/server';
import type { Finding } from '../types';
import type { FindingsConfig } from '../config';
import { findingOptions } from './finding_options';

interface Deps {
  readonly config: FindingsConfig;
  readonly tools: Pick<RouteTools, 'toResult'>;
  readonly http: Pick<CoreSetup['http'], 'getServerInfo'>;
  readonly backend: Pick<PrivilegedBackend, 'endingCertificates'> & {
    readonly clusters: Pick<RequestClusters, 'asScoped' | 'isHome'>;
  };
}

/** Of the cluster that the request is for. */
export type CheckFindings = (
  request: RouteRequest,
  options?: Pick<FindingsOptions, 'isFresh' | 'marksChangesOutside'>
) => Promise<CheckedFindings>;

export function findingsChecker(deps: Deps): CheckFindings {
  const { config, backend, tools } = deps;
  return (request, options = {}) =>
    tools.toResult(
      backend.clusters.asScoped(request).findings({
        ...options,
        ...findingOptions(config),
        ...toPlainAddress(deps, request),
        ...(backend.clusters.isHome(request) && { certificates: backend.endingCertificates() }),
      })
    );
}

/**
 * Words for the history which finding changes fix, and how many others of its rule with it.
 *
 * @returns `undefined` without such a finding, or if the findings of its rule prepare not all of
 *   the changed entries
 */
export async function findingCause(
  checkFindings: CheckFindings,
  request: RouteRequest,
  { changes, finding: id }: Pick<ImportRequest, 'changes' | 'finding'>
): Promise<ChangeCause | undefined> {
  const { findings } = await checkFindings(request);
  const named = findings.find((one) => one.id === id);
  if (!named) return undefined;
  const alike = [named, ...findings.filter((one) => one.rule === named.rule && one !== named)];
  const changed = new Set(changes.map(({ kind, name }) => entryKey(kind, name)));
  const isChanged = (key: string): boolean => changed.has(key);
  const prepared = new Set(alike.flatMap(preparedWays).flat());
  if (![...changed].every((key) => prepared.has(key))) return undefined;
  const fixed = wholeFixes(alike, changed);
  // Where only a part of a way was selected, none is fixed as a whole.
  const partly = alike.find((one) => preparedWays(one).some((keys) => keys.some(isChanged)));
  const finding = fixed[0] ?? partly ?? named;
  const others = Math.max(0, fixed.length - 1);
  const { text, messages } = finding;
  const { causeLength } = FINDINGS_LIMITS;
  const isShort = JSON.stringify(messages.text).length <= causeLength;
  return {
    kind: 'finding',
    id: finding.id,
    text: text.slice(0, causeLength),
    ...(isShort && { message: messages.text }),
    ...(others > 0 && { others }),
  };
}

const entryKey = (kind: string, name: string): string => JSON.stringify([kind, name]);

/** Keys of the entries of each prepared change of a finding. */
const preparedWays = ({ change, choices = [] }: Finding): ReadonlyArray<readonly string[]> =>
  [change, ...choices.map((one) => one.change)].map((prepared) =>
    Object.entries(prepared ?? {}).flatMap(([kind, entries]) =>
      Object.keys(entries).map((name) => entryKey(kind, name))
    )
  );

/**
 * Findings with a way that the change makes as a whole. An entry fixes one finding only, as it
 * cannot be saved in two ways.
 */
function wholeFixes(
  findings: readonly Finding[],
  changed: ReadonlySet<string>
): readonly Finding[] {
  const left = new Set(changed);
  return findings.filter((finding) => {
    const way = preparedWays(finding).find(
      (keys) => keys.length > 0 && keys.every((key) => left.has(key))
    );
    for (const key of way ?? []) left.delete(key);
    return way !== undefined;
  });
}

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** A proxy in front may do what this server does not. */
function toPlainAddress(
  { http, backend }: Deps,
  request: RouteRequest
): { readonly plainAddress?: string } {
  const { protocol, hostname, port } = http.getServerInfo();
  const isSafe = protocol === 'https' || request.isForwarded || LOOPBACK.test(hostname);
  if (isSafe || !backend.clusters.isHome(request)) return {};
  return { plainAddress: `http://${hostname}:${port}` };
}
