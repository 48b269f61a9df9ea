/**
 * Refuses changes that newly break a guardrail; a reason lets a change pass those that ask for one.
 * Checking all people takes longer than a transaction
 * may, so a change that concerns access is first tried and rolled back, then checked in time
 * slices, and then written. Such changes wait for each other, so that the check still holds.
 */
import { FIND_LIMITS } from '../../../../contracts/limits';
import { OverlayRules } from '../../../access/evaluation/overlay_rules';
import type { RuleView } from '../../../access/evaluation/rule_view';
import type { EngineResponse } from '../../../api/engine';
import { requestTrace } from '../../../api/request_trace';
import type { Breach, KnownGrants } from '../../../guardrails/breaches';
import {
  breachOfChanges,
  breachText,
  changedRules,
  concernsAccess,
  promisesOf,
} from '../../../guardrails/changes';
import type { CompiledPromise } from '../../../guardrails/promise';
import { conflict, refuseIf } from '../../../model/responses';
import { runInSlices, type CooperativeTask } from '../../../scheduling/cooperative_task';
import type { UserDirectory } from '../../authentication/user_directory';
import type {
  Change,
  CommittedChanges,
  ConfigurationWriter,
  Transaction,
} from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';

type BoundWriter = Pick<ReturnType<ConfigurationWriter['by']>, 'write'>;
type Work<T> = (store: Transaction) => T;
type Check = (written: CommittedChanges) => void;

interface GateDeps {
  readonly store: EntityStore;
  readonly rules: RuleView;
  readonly users: UserDirectory;
  readonly apiRoles: readonly string[];
}

/** Grants are kept by position, so each list has its own. */
interface PromiseList {
  readonly promises: readonly CompiledPromise[];
  readonly known: KnownGrants;
}
const listOf = (promises: readonly CompiledPromise[]): PromiseList => ({
  promises,
  known: new WeakMap(),
});

/** Rolls back a change that must be checked first. */
class UncheckedError extends Error {
  constructor(readonly changes: readonly Change[]) {
    super();
  }
}

export class GuardrailGate {
  private last: Promise<unknown> = Promise.resolve();
  private all = listOf([]);
  /** Those that no reason lets a change pass. */
  private strict = listOf([]);
  private revision: number | undefined;

  constructor(private readonly deps: GateDeps) {}

  /**
   * Like `write` of the writer; may run `work` several times, of which the last one counts.
   * @throws {RestError} 409 if the change breaks a guardrail, and what `work` and `check` throw
   */
  async write<T>(writer: BoundWriter, work: Work<T>, check: Check): Promise<T> {
    this.refresh();
    // With a reason, too: another change may be between its check and its write.
    if (this.all.promises.length === 0) return writer.write(work, check);
    try {
      return await this.attempt(writer, work, check);
    } catch (error) {
      if (!(error instanceof UncheckedError)) throw error;
    }
    const turn = this.last.then(() => this.checked(writer, work, check));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private attempt<T>(writer: BoundWriter, work: Work<T>, check: Check): Promise<T> {
    return writer.write(work, (written) => {
      if (written.changes.some(concernsAccess)) throw new UncheckedError([...written.changes]);
      check(written);
    });
  }

  private async checked<T>(writer: BoundWriter, work: Work<T>, check: Check): Promise<T> {
    try {
      return await this.attempt(writer, work, check);
    } catch (error) {
      if (!(error instanceof UncheckedError)) throw error;
      const { sliceMs } = FIND_LIMITS;
      const limitMs = Number.POSITIVE_INFINITY;
      const breach = await runInSlices(this.breachOf(error.changes), { sliceMs, limitMs });
      refuseIf(breach && breachError(breach));
    }
    return writer.write(work, check);
  }

  /** The promises that the current request must keep. */
  private list(): PromiseList {
    this.refresh();
    return requestTrace.getStore()?.reason === undefined ? this.all : this.strict;
  }

  private refresh(): void {
    const document = this.deps.store.document('guardrails');
    if (document?.revision === this.revision) return;
    this.revision = document?.revision;
    const promises = promisesOf(document?.body, this.deps.apiRoles);
    this.all = listOf(promises);
    this.strict = listOf(promises.filter(({ promise }) => promise.on_breach !== 'ask'));
  }

  private breachOf(changes: readonly Change[]): CooperativeTask<Breach | undefined> {
    const { rules, users } = this.deps;
    const after = new OverlayRules(
      rules,
      changedRules(changes, ({ after: now }) => now)
    );
    const states = { before: rules, after };
    const { promises, known } = this.list();
    return breachOfChanges(states, users, promises, changes, known);
  }
}

function breachError(breach: Breach): EngineResponse {
  const { name, promise } = breach.guardrail;
  return conflict(breachText(breach), {
    guardrail: name,
    ...(promise.on_breach === 'ask' && { asks_reason: true }),
  });
}
