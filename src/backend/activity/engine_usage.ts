/** Answers questions about recorded activity, for callers who may read the configuration. */
import { GRANTED, type Recorded } from '../../contracts/api';
import type { ResourceType, Role } from '../../contracts/entities';
import type { RuleSource } from '../access/evaluation/rule_source';
import { ExplainQueue } from '../access/explanation/explain_queue';
import type { UserSource } from '../access/user_source';
import type {
  Engine,
  EngineResult,
  ChangeReplay,
  ReplayRequest,
  RequestCaller,
  RoleUsageReport,
  RoleUsageRequest,
  UserUsageBody,
  UserUsageReport,
} from '../api/engine';
import { isJsonObject } from '../model/entity_shape';
import { normaliseEntity } from '../model/payload';
import { PREFIX } from '../model/paths';
import { badRequest, notFound } from '../model/responses';
import { checkChanges, readChanges } from '../access/explanation/request_validation';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { ActivityRecorder, type RecordedActivity } from './recorded_activity';
import { replayChanges } from './change_replay';
import { getCoverage, roleReport } from './role_report';
import { userReport } from './user_usage';

/** What was recorded in a period, and how far it has been read. */
export interface ReadActivity {
  readonly activity: RecordedActivity;
  readonly days?: NonNullable<RoleUsageReport['days']>;
  readonly progress?: NonNullable<RoleUsageReport['progress']>;
}

export interface EngineUsageDeps {
  readonly engine: Pick<Engine, 'find' | 'request'>;
  readonly rules: RuleSource;
  readonly users: Pick<UserSource, 'find'>;
  /** The events of the last days that the caller may read. */
  readonly read: (caller: RequestCaller, days: number) => Promise<EngineResult<ReadActivity>>;
  /** Roles that may change the configuration by the REST API. */
  readonly apiRoles: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const DEFAULT_DAYS = 14;
const REQUIRED: readonly ResourceType[] = [
  'roles',
  'rolesmapping',
  'actiongroups',
  'internalusers',
];

export class EngineUsage {
  private readonly queue: ExplainQueue;

  constructor(private readonly deps: EngineUsageDeps) {
    this.queue = new ExplainQueue(() => deps.rules.version);
  }

  of(caller: RequestCaller, request: RoleUsageRequest): Promise<EngineResult<RoleUsageReport>> {
    return this.fromRecord(caller, request, (activity) => this.report(request, activity));
  }

  ofUser(caller: RequestCaller, request: UserUsageBody): Promise<EngineResult<UserUsageReport>> {
    return this.fromRecord(caller, request, (activity) => this.userReport(request, activity));
  }

  /** What was granted and would be denied after unsaved changes. */
  replay(caller: RequestCaller, request: ReplayRequest): Promise<EngineResult<ChangeReplay>> {
    return this.fromRecord(caller, request, (activity) => this.replaySteps(request, activity));
  }

  private async fromRecord<T extends object>(
    caller: RequestCaller,
    { days = DEFAULT_DAYS, recorded }: Pick<RoleUsageRequest, 'days' | 'recorded'>,
    evaluate: (activity: RecordedActivity) => CooperativeTask<EngineResult<T>>
  ): Promise<EngineResult<T>> {
    // This also brings the rules up to date.
    for (const type of REQUIRED) {
      const readable = await this.deps.engine.find(caller, { type, page: 1, perPage: 1 });
      if (!readable.ok) return readable;
    }
    const read: EngineResult<ReadActivity> = recorded
      ? { ok: true, result: { activity: getActivity(recorded) } }
      : await this.deps.read(caller, days);
    if (!read.ok) return read;
    const { activity, ...coverage } = read.result;
    const isRecorded = recorded ? undefined : await this.isRecorded(caller);
    const report = await this.queue.run(caller, () => evaluate(activity));
    if (!report.ok) return report;
    return {
      ok: true,
      result: {
        ...report.result,
        ...coverage,
        ...(isRecorded !== undefined && { is_recorded: isRecorded }),
      },
    };
  }

  private *report(
    { role: name, setting = 'grouped', earlier }: RoleUsageRequest,
    activity: RecordedActivity
  ): CooperativeTask<EngineResult<RoleUsageReport>> {
    const { users, now } = this.deps;
    const rules = this.deps.rules.current();
    const role = rules.role(name);
    if (!role || role.hidden) return { ok: false, response: notFound(`role '${name}' not found.`) };
    const request = { name, role, rules, users, activity, nowMs: now() };
    const before = earlier && {
      role: normaliseEntity('roles', { ...earlier.role }) as Role,
      untilMs: earlier.untilMs,
    };
    return { ok: true, result: yield* roleReport(request, setting, before) };
  }

  private *userReport(
    { user: name }: UserUsageBody,
    activity: RecordedActivity
  ): CooperativeTask<EngineResult<UserUsageReport>> {
    const { users, apiRoles, now } = this.deps;
    const record = users.find(name);
    if (record?.user.hidden) return { ok: false, response: notFound(`user '${name}' not found.`) };
    const request = { name, rules: this.deps.rules.current(), users, activity, nowMs: now() };
    return { ok: true, result: yield* userReport({ ...request, apiRoles }) };
  }

  private *replaySteps(
    { changes }: ReplayRequest,
    activity: RecordedActivity
  ): CooperativeTask<EngineResult<ChangeReplay>> {
    checkChanges(changes);
    const read = yield* readChanges(changes);
    if (typeof read === 'string') return { ok: false, response: badRequest(read) };
    const { users, now } = this.deps;
    const rules = this.deps.rules.current();
    const replayed = yield* replayChanges({ rules, users, activity, changes: read, nowMs: now() });
    return { ok: true, result: { ...getCoverage(activity), ...replayed } };
  }

  /** Whether the audit settings record granted requests; `undefined` if they cannot be read. */
  private async isRecorded(caller: RequestCaller): Promise<boolean | undefined> {
    const request = { method: 'GET', path: `${PREFIX}/api/audit` } as const;
    const { statusCode, body } = await this.deps.engine.request(caller, request);
    if (statusCode !== 200 || !isJsonObject(body) || !isJsonObject(body['config']))
      return undefined;
    const { enabled, audit } = body['config'];
    if (!isJsonObject(audit)) return undefined;
    const disabled = audit['disabled_transport_categories'];
    return (
      enabled === true &&
      audit['enable_transport'] === true &&
      !(Array.isArray(disabled) && disabled.includes(GRANTED))
    );
  }
}

function getActivity(recorded: Recorded): RecordedActivity {
  const { events, period, is_partial: isPartial } = recorded;
  const recorder = new ActivityRecorder();
  if (period) recorder.countEvents(events, period.from, period.to);
  if (isPartial) recorder.leftOut();
  for (const { last, ...use } of recorded.used) recorder.add(true, { ...use, lastMs: last });
  for (const { last, ...use } of recorded.denied) recorder.add(false, { ...use, lastMs: last });
  return recorder.result();
}
