/**
 * `/api/v1/findings`: what is risky, unused, broken or weak in the configuration of home or a
 * connected cluster. The engine checks that the caller may read it.
 */
import { Type } from '@sinclair/typebox';
import {
  ACCEPTANCE_BODY,
  type FindingBody,
  type FindingCounts,
  FINDING_COUNTS,
  FINDINGS,
  FINDINGS_LIMITS,
  type FindingsBody,
  NOTHING,
  type RequiredRights,
  SEVERITIES,
} from '@sd/contracts';
import type { CheckedFindings, RouteRequest } from '@sd/core/server';
import { FINDINGS_PATH, SECURITY_ERRORS } from '../../common';
import { refused } from '../errors';
import type { FindingRecord } from '../findings/finding_records';
import { checkFindings, clusterOf } from './shared/checked_findings';
import { withEngineErrors } from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin' } as const;
/** As the engine requires. */
const READS: RequiredRights = [
  'GET ROLES',
  'GET ROLESMAPPING',
  'GET ACTIONGROUPS',
  'GET INTERNALUSERS',
];
const DAY_MS = 86_400_000;
const query = Type.Object({
  fresh: Type.Optional(
    Type.Boolean({ description: 'Checks again, although there is a result of the last seconds.' })
  ),
});
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 300 }) });
const errors = [SECURITY_ERRORS.featureUnsupported];

export function registerFindingRoutes(deps: RouteDeps): void {
  const { router, findingRecords, logger } = deps;

  router.get(
    {
      path: FINDINGS_PATH,
      validate: { query },
      doc: { summary: 'Findings, from worst to least', responses: { 200: FINDINGS }, errors },
      options: { ...ADMIN, rights: READS },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const found = await check(request, request.query.fresh === true);
        return response.ok({ body: bodyOf(found) });
      })
  );

  router.get(
    {
      path: `${FINDINGS_PATH}/counts`,
      validate: false,
      doc: { summary: 'Findings by severity', responses: { 200: FINDING_COUNTS }, errors },
      options: { ...ADMIN, rights: READS },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { checked, records } = await check(request, false);
        const counts = countsOf(checked.findings.map((one) => withRecord(one, records)));
        return response.ok({ body: { checked_at: checked.checkedAtMs, counts } });
      })
  );

  router.put(
    {
      path: `${FINDINGS_PATH}/{id}/acceptance`,
      validate: { params, body: ACCEPTANCE_BODY },
      doc: {
        summary: 'Accept a finding until a date',
        responses: { 200: NOTHING },
        errors: [...errors, SECURITY_ERRORS.unknownFinding, SECURITY_ERRORS.findingUntil],
      },
      options: { ...ADMIN, rights: 'full' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { id } = request.params;
        const { reason, until } = request.body;
        const now = Date.now();
        const { acceptanceDays: days } = FINDINGS_LIMITS;
        if (until <= now || until > now + days * DAY_MS)
          return refused(response, SECURITY_ERRORS.findingUntil, { days });
        const { checked } = await check(request, false);
        if (!checked.findings.some((one) => one.id === id))
          return refused(response, SECURITY_ERRORS.unknownFinding);
        const by = request.auth?.identity.userName ?? '';
        await findingRecords.accept(clusterOf(request), id, { by, at: now, until, reason });
        logger.info('A finding was accepted.', { by, finding: id, until, reason });
        return response.ok({ body: {} });
      })
  );

  router.delete(
    {
      path: `${FINDINGS_PATH}/{id}/acceptance`,
      validate: { params },
      doc: { summary: 'Take an acceptance back', responses: { 200: NOTHING }, errors },
      options: { ...ADMIN, rights: 'full' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { id } = request.params;
        await check(request, false);
        await findingRecords.accept(clusterOf(request), id, undefined);
        const by = request.auth?.identity.userName;
        logger.info('The acceptance of a finding was taken back.', { by, finding: id });
        return response.ok({ body: {} });
      })
  );

  /** Findings are shown although they cannot be recorded. */
  async function check(request: RouteRequest, isFresh: boolean) {
    const checked = await checkFindings(deps, request, isFresh);
    const ids = checked.findings.map(({ id }) => id);
    try {
      return { checked, records: await findingRecords.update(clusterOf(request), ids) };
    } catch (error) {
      logger.error('Findings could not be recorded.', { reason: String(error) });
      return { checked, records: {} };
    }
  }
}

type Records = Readonly<Record<string, FindingRecord>>;

function bodyOf({
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
    counts: countsOf(findings),
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

function countsOf(findings: readonly FindingBody[]): FindingCounts {
  const open = findings.filter(({ accepted }) => !accepted);
  const counts = SEVERITIES.map((severity) => [
    severity,
    open.filter((one) => one.severity === severity).length,
  ]);
  const accepted = findings.length - open.length;
  return { ...(Object.fromEntries(counts) as Omit<FindingCounts, 'accepted'>), accepted };
}
