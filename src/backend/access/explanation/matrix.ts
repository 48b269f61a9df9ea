/** Decisions for many users or roles at a time, without reasons. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { AccessMatrix, MatrixColumn, MatrixRequest, MatrixRow } from '../../../contracts/api';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { decisionSteps, type DecisionSettings } from '../evaluation/access_decision';
import {
  toMappingSubject,
  simulatedFrom,
  toSubject,
  type SimulatedSubject,
} from '../evaluation/access_service';
import type { Subject } from '../evaluation/attributes';
import type { RuleView } from '../evaluation/rule_view';
import type { UserSource } from '../user_source';
import { explainSubject } from './context';

export interface MatrixDeps {
  readonly rules: RuleView;
  readonly users: UserSource;
  readonly settings: DecisionSettings;
  readonly showsHidden: boolean;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** @throws {LimitExceededError} */
export function* getMatrix(
  deps: MatrixDeps,
  { of, names, columns }: MatrixRequest
): CooperativeTask<AccessMatrix> {
  within('names', names.length, EXPLAIN_LIMITS.matrixRows);
  within('columns', columns.length, EXPLAIN_LIMITS.matrixColumns);
  const rows: MatrixRow[] = [];
  for (const name of names) {
    const subject = of === 'users' ? yield* userCalled(deps, name) : roleAlone(deps, name);
    rows.push(
      subject
        ? { name, exists: true, cells: yield* getCells(deps, subject, columns) }
        : { name, exists: false, cells: [] }
    );
    yield;
  }
  return { rows };
}

function* getCells(
  { rules, settings, nowMs }: MatrixDeps,
  subject: Subject,
  columns: readonly MatrixColumn[]
): CooperativeTask<MatrixRow['cells']> {
  const who = yield* explainSubject(rules, subject);
  const cells: MatrixRow['cells'][number][] = [];
  for (const { action, index } of columns) {
    const request = { action, ...(index !== undefined && { indices: [index] }) };
    const hasTenant = (name: string) => rules.hasTenant(name);
    const { decision } = yield* decisionSteps(who, request, settings, hasTenant, nowMs);
    cells.push(decision.outcome);
    yield;
  }
  return cells;
}

/** An internal user as after a login, without a remote address. */
function* userCalled(
  { rules, users, showsHidden }: MatrixDeps,
  name: string
): CooperativeTask<Subject | undefined> {
  const record = users.find(name);
  if (!record || (record.user.hidden && !showsHidden)) return undefined;
  return yield* subjectSteps(rules, simulatedFrom(record, undefined));
}

/**
 * Pattern results are cached per backend role, so evaluating them one by one first keeps the final
 * call fast.
 */
export function* subjectSteps(
  rules: RuleView,
  simulated: SimulatedSubject
): CooperativeTask<Subject> {
  const { userName, backendRoles } = toMappingSubject(simulated);
  for (const backendRole of backendRoles) {
    rules.mappedRoles({ userName, backendRoles: [backendRole] });
    yield;
  }
  return toSubject(rules, simulated);
}

/**
 * A subject with this role only. Patterns with user names or attributes match nothing, unless they
 * have a default value.
 */
function roleAlone({ rules, showsHidden }: MatrixDeps, name: string): Subject | undefined {
  const role = rules.role(name);
  if (!role || (role.hidden && !showsHidden)) return undefined;
  return {
    userName: NAMELESS,
    backendRoles: [],
    roles: [name],
    doubtfulRoles: [],
    attributes: new Map(),
    hasFallbacks: rules.hasFallbacks(),
  };
}

/** A user name that no user has. */
const NAMELESS = '-';

function within(what: string, count: number, max: number): void {
  if (count > max)
    throw new LimitExceededError(`[${what}]: at most ${max} at a time, got ${count}.`);
}
