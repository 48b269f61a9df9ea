/**
 * Changes of the embedded engine. One transaction writes a change, checks what it wrote in the
 * order of `ChangeChecks`, and records it. Checking guardrails for all users takes longer than a
 * transaction may, so a change that concerns access is first tried and rolled back, then checked in
 * time slices, and then written. Such changes wait for each other, so that the check still holds.
 * Changes that replace guardrails, too, must keep both.
 */
import type { RuleSet } from '../../../access/evaluation/rule_set';
import { documentChanges, entityChanges } from '../../../api/change';
import type { ChangeOrigin, Identity } from '../../../api/engine';
import {
  awaitFirstError,
  type ChangeChecks,
  delegationError,
  firstError,
  type CheckError,
} from '../../../changes/checks';
import type { LockoutGuard } from '../../../changes/lockout/lockout';
import { KeptPromises } from '../../../guardrails/kept_promises';
import { badRequest, refuseIf } from '../../../model/responses';
import type { UserDirectory } from '../../authentication/user_directory';
import type {
  ConfigurationWriter,
  Transaction,
  WrittenChange,
} from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';

interface PipelineDeps {
  readonly writer: ConfigurationWriter;
  readonly store: EntityStore;
  readonly rules: RuleSet;
  readonly users: UserDirectory;
  readonly lockout: LockoutGuard;
  readonly apiRoles: readonly string[];
}

type Changes = readonly WrittenChange[];
type Call = Parameters<LockoutGuard['denial']>[0] & {
  readonly identity: Pick<Identity, 'isDelegated'>;
};

/** Rolls back a change whose guardrails must be checked first. */
class UncheckedError extends Error {
  constructor(readonly changes: Changes) {
    super();
  }
}

export class ChangePipeline {
  private last: Promise<unknown> = Promise.resolve();
  private readonly promises: KeptPromises;

  constructor(private readonly deps: PipelineDeps) {
    this.promises = new KeptPromises(deps.apiRoles);
  }

  /**
   * Runs `work` synchronously in a transaction, several times if need be, of which the last one
   * counts.
   * @throws {RestError} what a check refuses with; what `work` throws. Nothing is written then
   */
  async write<T>(call: Call, origin: ChangeOrigin, work: (store: Transaction) => T): Promise<T> {
    const writer = this.deps.writer.by(origin);
    const transact = (guardrails: (changes: Changes) => CheckError): Promise<T> =>
      writer.write(work, (changes) =>
        refuseIf(firstError(this.checks(call, this.deps.lockout, guardrails), changes))
      );
    const attempt = () =>
      transact((changes) => {
        // With a reason, too: another change may be between its check and its write.
        if (this.promises.concerns(changes, replacementIn(changes)))
          throw new UncheckedError([...changes]);
        return undefined;
      });
    this.refresh();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UncheckedError)) throw error;
    }
    const turn = this.last.then(async () => {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof UncheckedError)) throw error;
        refuseIf(await this.guardrailError(error.changes));
      }
      return transact(() => undefined);
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** @param lockout - over the configuration that a dry run leaves */
  check(call: Call, lockout: LockoutGuard, changes: Changes): Promise<CheckError> {
    this.refresh();
    const guardrails = (all: Changes) => this.guardrailError(all);
    return awaitFirstError(this.checks(call, lockout, guardrails), changes);
  }

  private checks<R extends CheckError | Promise<CheckError>>(
    call: Call,
    lockout: LockoutGuard,
    guardrails: (changes: Changes) => R
  ): ChangeChecks<Changes, R | CheckError> {
    return {
      // The work does this where it reads the entity, in the same transaction.
      version: () => undefined,
      delegation: (changes) => delegationError(call.identity, changes),
      guardrails,
      limits: (changes) => {
        const problem = this.deps.rules.census.findProblem(entityChanges(changes));
        return problem === undefined ? undefined : badRequest(problem);
      },
      lockout: (changes) => lockout.denial(call, changes),
    };
  }

  private guardrailError(changes: Changes): Promise<CheckError> {
    this.refresh();
    return this.promises.denial(changes, this.deps, replacementIn(changes));
  }

  private refresh(): void {
    this.promises.follow(this.deps.store.document('guardrails'));
  }
}

/** Guardrails that replace the present ones. */
const replacementIn = (changes: Changes): Readonly<Record<string, unknown>> | undefined =>
  documentChanges(changes)
    .filter(({ type }) => type === 'guardrails')
    .at(-1)?.after;
