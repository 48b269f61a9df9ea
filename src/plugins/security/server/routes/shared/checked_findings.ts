/** Findings, as the caller of a request may read them. */
import { type ChangeCause, FINDINGS_LIMITS, type ImportRequest } from '@sd/contracts';
import type { CheckedFindings, RouteRequest } from '@sd/core/server';
import { CLUSTER_HEADER, HOME_CLUSTER } from '../../../common';
import { findingOptions } from '../../findings/finding_options';
import { resultOf } from '../../engine_requests';
import type { RouteDeps } from './route_deps';

type Deps = Pick<RouteDeps, 'asScoped' | 'config' | 'endingCertificates' | 'http'>;
type Finding = CheckedFindings['findings'][number];

/** @param isFresh - checks again, although there is a result of the last seconds */
export const checkFindings = (
  deps: Deps,
  request: RouteRequest,
  isFresh: boolean
): Promise<CheckedFindings> =>
  resultOf(
    deps.asScoped(request).findings({
      isFresh,
      ...findingOptions(deps.config),
      ...plainAddressOf(deps, request),
      ...(clusterOf(request) === HOME_CLUSTER && { certificates: deps.endingCertificates() }),
    })
  );

/**
 * Words for the history which finding changes fix.
 *
 * @returns `undefined` without such a finding, or if it prepares none of the changed entries
 */
export async function findingCause(
  deps: Deps,
  request: RouteRequest,
  { changes, finding: id }: Pick<ImportRequest, 'changes' | 'finding'>
): Promise<ChangeCause | undefined> {
  const { findings } = await checkFindings(deps, request, false);
  const finding = findings.find((one) => one.id === id);
  if (!finding || !changes.every((one) => isPrepared(finding, one))) return undefined;
  const { text, messages } = finding;
  const { causeLength } = FINDINGS_LIMITS;
  const isShort = JSON.stringify(messages.text).length <= causeLength;
  return {
    kind: 'finding',
    id: finding.id,
    text: text.slice(0, causeLength),
    ...(isShort && { message: messages.text }),
  };
}

const isPrepared = (
  { change, choices = [] }: Finding,
  { kind, name }: ImportRequest['changes'][number]
): boolean =>
  [change, ...choices.map((one) => one.change)].some((prepared) => {
    const entries = (prepared as Partial<Record<typeof kind, object>> | undefined)?.[kind];
    return entries !== undefined && Object.hasOwn(entries, name);
  });

export const clusterOf = ({ headers }: RouteRequest): string =>
  headers[CLUSTER_HEADER] ?? HOME_CLUSTER;

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** A proxy in front may do what this server does not. */
function plainAddressOf({ http }: Deps, request: RouteRequest): { readonly plainAddress?: string } {
  const { protocol, hostname, port } = http.getServerInfo();
  const isSafe = protocol === 'https' || request.isForwarded || LOOPBACK.test(hostname);
  if (isSafe || clusterOf(request) !== HOME_CLUSTER) return {};
  return { plainAddress: `http://${hostname}:${port}` };
}
