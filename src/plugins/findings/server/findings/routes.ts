/**
 * `/api/v1/findings`: what is risky, unused, broken or weak in the configuration of home or a
 * connected cluster. The engine checks that the caller may read it.
 */
import {
  type AcceptanceBody,
  type FindingBody,
  type FindingCounts,
  FINDINGS_LIMITS,
  type FindingsBody,
  SEVERITIES,
  CodedError,
  ENTRY_ERRORS,
} from '@sd/contracts';
import type { CheckedFindings, Logger, RequestClusters, RouteRequest } from '@sd/core/server';
import type { EngineCalls } from '@sd/plugins/security/server';
import {
  ACCEPT_FINDING,
  ACCEPT_FINDINGS,
  COUNT_FINDINGS,
  FINDING_ERRORS,
  LIST_FINDINGS,
  WITHDRAW_ACCEPTANCE,
} from '../../common';
import type { CheckFindings } from './checked_findings';
import type { FindingRecord, FindingRecords } from './finding_records';

const DAY_MS = 86_400_000;

interface FindingRouteDeps extends Pick<EngineCalls, 'handle'> {
  readonly checkFindings: CheckFindings;
  readonly records: FindingRecords;
  readonly clusters: Pick<RequestClusters, 'idOf'>;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

export function registerFindingRoutes(deps: FindingRouteDeps): void {
  const { handle, checkFindings, records: findingRecords, clusters, logger } = deps;

  handle(LIST_FINDINGS, async ({ query, request }) => {
    const isFresh = query.fresh === true;
    return toBody(await check(request, { isFresh, marksChangesOutside: true }));
  });

  handle(COUNT_FINDINGS, async ({ request }) => {
    const { checked, records } = await check(request);
    const counts = countEach(checked.findings.map((one) => withRecord(one, records)));
    return { checked_at: checked.checkedAtMs, counts };
  });

  handle(ACCEPT_FINDING, ({ params, body, request }) => accept(request, [params.id], body));

  handle(ACCEPT_FINDINGS, ({ body: { ids, ...body }, request }) => accept(request, ids, body));

  handle(WITHDRAW_ACCEPTANCE, async ({ params, request }) => {
    const { id } = params;
    await check(request);
    await findingRecords.accept(clusters.idOf(request), [id], undefined);
    const by = request.auth?.identity.userName;
    logger.info('The acceptance of a finding was taken back.', { by, finding: id });
  });

  async function accept(
    request: RouteRequest,
    ids: readonly string[],
    { reason, until }: AcceptanceBody
  ): Promise<void> {
    const now = Date.now();
    const { acceptanceDays: days } = FINDINGS_LIMITS;
    if (until <= now || until > now + days * DAY_MS)
      throw new CodedError(FINDING_ERRORS.until, { days });
    const { checked } = await check(request);
    const known = new Set(checked.findings.map(({ id }) => id));
    if (!ids.every((id) => known.has(id))) throw new CodedError(ENTRY_ERRORS.unknownFinding);
    const by = request.auth?.identity.userName ?? '';
    await findingRecords.accept(clusters.idOf(request), ids, { by, at: now, until, reason });
    for (const finding of ids)
      logger.info('A finding was accepted.', { by, finding, until, reason });
  }

  /** Findings are shown although they cannot be recorded. */
  async function check(request: RouteRequest, options?: Parameters<CheckFindings>[1]) {
    const checked = await checkFindings(request, options);
    const ids = checked.findings.map(({ id }) => id);
    try {
      return { checked, records: await findingRecords.update(clusters.idOf(request), ids) };
    } catch (error) {
      logger.error('Findings could not be recorded.', { reason: String(error) });
      return { checked, records: {} };
    }
  }
}

type Records = Readonly<Record<string, FindingRecord>>;

function toBody({
  checked,
  records,
}: {
  readonly checked: CheckedFindings;
  readonly records: Records;
}): FindingsBody {
  const findings = checked.findings.map((one) => withRecord(one, records));
  const { perResponse, changeLength } = FINDINGS_LIMITS;
  let length = 0;
  return {
    checked_at: checked.checkedAtMs,
    total: findings.length,
    counts: countEach(findings),
    findings: findings.slice(0, perResponse).map(({ change, choices, ...rest }) => {
      const prepared = { ...(change && { change }), ...(choices && { choices }) };
      length += JSON.stringify(prepared).length;
      return length > changeLength ? rest : { ...rest, ...prepared };
    }),
    skipped: checked.skipped.map(({ rule, unreadable }) => ({ rule, unreadable: [...unreadable] })),
    ...(checked.notConsidered && { not_considered: checked.notConsidered }),
  };
}

function withRecord(finding: CheckedFindings['findings'][number], records: Records): FindingBody {
  const record = Object.hasOwn(records, finding.id) ? records[finding.id] : undefined;
  return {
    ...(finding as FindingBody),
    ...(record && { since: record.since }),
    ...(record?.accepted && { accepted: record.accepted }),
  };
}

function countEach(findings: readonly FindingBody[]): FindingCounts {
  const open = findings.filter(({ accepted }) => !accepted);
  const counts = SEVERITIES.map((severity) => [
    severity,
    open.filter((one) => one.severity === severity).length,
  ]);
  const accepted = findings.length - open.length;
  return { ...(Object.fromEntries(counts) as Omit<FindingCounts, 'accepted'>), accepted };
}
