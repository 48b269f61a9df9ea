/** Recorded requests against unsaved changes: which of them would be denied. */
import type { ChangeReplay } from '../../contracts/api';
import type { RoleMapping } from '../../contracts/entities';
import { simulatedFrom, toSubject } from '../access/evaluation/access_service';
import type { Subject } from '../access/evaluation/attributes';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import { OverlayRules } from '../access/evaluation/overlay_rules';
import type { RuleView } from '../access/evaluation/rule_view';
import { changedRoles } from '../access/explanation/change_impact';
import type { ReadChanges } from '../access/explanation/request_validation';
import { changedSubject } from '../access/explanation/subject_resolver';
import type { UserSource } from '../access/user_source';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import type { RecordedActivity } from './recorded_activity';
import { getExamples } from './role_report';
import { isGranted, type Relevant } from './role_usage';

export interface ReplayInput {
  readonly rules: RuleView;
  readonly users: Pick<UserSource, 'find'>;
  readonly activity: RecordedActivity;
  readonly changes: ReadChanges;
  readonly nowMs: number;
}

type Replayed = Pick<ChangeReplay, 'uses' | 'denied' | 'denied_users' | 'examples'>;

/** Runs in time slices. */
export function* replayChanges(input: ReplayInput): CooperativeTask<Replayed> {
  const { activity, changes, nowMs } = input;
  const concerned = new Set([...(yield* changedRoles(input)), ...changes.rolesmapping.keys()]);
  const people = new People(input, concerned);
  const denied: Relevant[] = [];
  let uses = 0;
  for (const used of activity.used) {
    yield;
    const { before, after } = people.find(used.user);
    const isGrantedTo = ({ subject, roles }: Person): boolean =>
      isGranted(roles, { used, subject }, nowMs);
    // What the roles of today do not explain was granted by others, or to others.
    if (!isGrantedTo(before)) continue;
    uses += used.count;
    if (!after || !isGrantedTo(after)) denied.push({ used, subject: before.subject });
  }
  return {
    uses,
    denied: denied.reduce((sum, { used }) => sum + used.count, 0),
    denied_users: new Set(denied.map(({ used }) => used.user)).size,
    examples: yield* getExamples(denied),
  };
}

interface Person {
  readonly subject: Subject;
  readonly roles: readonly CompiledRole[];
}
interface BeforeAndAfter {
  readonly before: Person;
  /** Absent for a user who would be deleted. */
  readonly after: Person | undefined;
}

class People {
  private readonly known = new Map<string, BeforeAndAfter>();
  private readonly after: OverlayRules;
  /**
   * Events do not say which backend roles people from elsewhere had. They are taken for holders of
   * the concerned roles, as long as no way to these is taken from them.
   */
  private readonly assumed: {
    readonly before: readonly string[];
    readonly after: readonly string[];
  };

  constructor(
    private readonly input: ReplayInput,
    concerned: ReadonlySet<string>
  ) {
    this.after = new OverlayRules(input.rules, input.changes);
    const before = [...concerned].filter((role) => waysTo(input.rules.mapping(role)).length > 0);
    this.assumed = {
      before,
      after: before.filter((role) => {
        const ways = waysTo(this.after.mapping(role));
        return waysTo(input.rules.mapping(role)).every((way) => ways.includes(way));
      }),
    };
  }

  find(name: string): BeforeAndAfter {
    const known = this.known.get(name) ?? this.read(name);
    this.known.set(name, known);
    return known;
  }

  private read(name: string): BeforeAndAfter {
    const { rules, users, changes } = this.input;
    const { assumed, after } = this;
    const record = users.find(name);
    if (!record)
      return {
        before: getPerson(rules, { name }, assumed.before),
        after: getPerson(after, { name }, assumed.after),
      };
    const simulated = simulatedFrom(record, undefined);
    const changed = changedSubject({ simulated, exists: true }, undefined, changes);
    return {
      before: getPerson(rules, simulated),
      after: changed && getPerson(after, changed.simulated),
    };
  }
}

function getPerson(
  rules: RuleView,
  who: Parameters<typeof toSubject>[1],
  assumed: readonly string[] = []
): Person {
  const subject = toSubject(rules, who);
  const roles = [...new Set([...subject.roles, ...assumed])];
  return { subject: { ...subject, roles }, roles: rules.compiledRoles(roles) };
}

const waysTo = (mapping: RoleMapping | undefined): readonly string[] =>
  (['backend_roles', 'and_backend_roles', 'hosts'] as const).flatMap((kind) =>
    (mapping?.[kind] ?? []).map((name) => `${kind} ${name}`)
  );
