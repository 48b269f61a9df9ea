/**
 * Refuses changes that newly break a guardrail; a reason lets a change pass those that ask for one.
 * Checking all people takes longer than a transaction may, so a change that concerns access is
 * first tried and rolled back, then checked in time slices, and then written. Such changes wait for
 * each other, so that the check still holds. Changes that replace guardrails, too, must keep both.
 */
import { isEmpty } from 'lodash';
import { FIND_LIMITS } from '../../../../contracts/limits';
import { OverlayRules } from '../../../access/evaluation/overlay_rules';
import type { RuleView } from '../../../access/evaluation/rule_view';
import type { Breach } from '../../../guardrails/breaches';
import { breachOfChanges, changedRules, concernsAccess } from '../../../guardrails/changes';
import { breachResponse, KeptPromises } from '../../../guardrails/kept_promises';
import { refuseIf } from '../../../model/responses';
import { runInSlices, type CooperativeTask } from '../../../scheduling/cooperative_task';
import { type Change, documentChanges } from '../../../api/change';
import type { UserDirectory } from '../../authentication/user_directory';
import type {
  ConfigurationWriter,
  Transaction,
  WrittenChange,
} from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';

type BoundWriter = Pick<ReturnType<ConfigurationWriter['by']>, 'write'>;
type Work<T> = (store: Transaction) => T;
type Json = Readonly<Record<string, unknown>>;
type Check = (changes: readonly WrittenChange[]) => void;

interface GateDeps {
  readonly store: EntityStore;
  readonly rules: RuleView;
  readonly users: UserDirectory;
  readonly apiRoles: readonly string[];
}

interface Unchecked {
  readonly changes: readonly Change[];
  /** Guardrails that replace the present ones. */
  readonly next: Json | undefined;
}

/** Rolls back a change that must be checked first. */
class UncheckedError extends Error implements Unchecked {
  constructor(
    readonly changes: readonly Change[],
    readonly next: Json | undefined
  ) {
    super();
  }
}

export class GuardrailGate {
  private last: Promise<unknown> = Promise.resolve();
  private readonly kept: KeptPromises;

  constructor(private readonly deps: GateDeps) {
    this.kept = new KeptPromises(deps.apiRoles);
  }

  /**
   * Like `write` of the writer; may run `work` several times, of which the last one counts.
   * @throws {RestError} 409 if the change breaks a guardrail, and what `work` and `check` throw
   */
  async write<T>(writer: BoundWriter, work: Work<T>, check: Check): Promise<T> {
    this.refresh();
    try {
      return await this.attempt(writer, work, check);
    } catch (error) {
      if (!(error instanceof UncheckedError)) throw error;
    }
    const turn = this.last.then(() => this.checked(writer, work, check));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** @throws {RestError} 409 if the changes of a dry run break a guardrail */
  async check(changes: readonly Change[]): Promise<void> {
    this.refresh();
    const next = guardrailsIn(changes);
    if (this.concerns(changes, next)) await this.refuseBreach({ changes, next });
  }

  private attempt<T>(writer: BoundWriter, work: Work<T>, check: Check): Promise<T> {
    return writer.write(work, (changes) => {
      const next = guardrailsIn(changes);
      // With a reason, too: another change may be between its check and its write.
      if (this.concerns(changes, next)) throw new UncheckedError([...changes], next);
      check(changes);
    });
  }

  private concerns(changes: readonly Change[], next: Json | undefined): boolean {
    return !(this.kept.isEmpty && isEmpty(next)) && changes.some(concernsAccess);
  }

  private async checked<T>(writer: BoundWriter, work: Work<T>, check: Check): Promise<T> {
    try {
      return await this.attempt(writer, work, check);
    } catch (error) {
      if (!(error instanceof UncheckedError)) throw error;
      await this.refuseBreach(error);
    }
    return writer.write(work, check);
  }

  private async refuseBreach(changed: Unchecked): Promise<void> {
    const { sliceMs } = FIND_LIMITS;
    const limitMs = Number.POSITIVE_INFINITY;
    const breach = await runInSlices(this.breachOf(changed), { sliceMs, limitMs });
    refuseIf(breach && breachResponse(breach));
  }

  private refresh(): void {
    this.kept.follow(this.deps.store.document('guardrails'));
  }

  private breachOf({ changes, next }: Unchecked): CooperativeTask<Breach | undefined> {
    const { rules, users } = this.deps;
    const after = new OverlayRules(
      rules,
      changedRules(changes, ({ after: now }) => now)
    );
    const states = { before: rules, after };
    this.refresh();
    const { promises, known } = this.kept.list(next);
    return breachOfChanges(states, users, promises, changes, known);
  }
}

const guardrailsIn = (changes: readonly Change[]): Json | undefined =>
  documentChanges(changes)
    .filter(({ type }) => type === 'guardrails')
    .at(-1)?.after;
