/**
 * What becomes of patterns that cannot be used: stored ones are named when the engine starts, and
 * those that take too long are told to the log and the audit log. They match nothing meanwhile, and
 * hide what they would restrict.
 */
import { expressions } from './expression';
import { patternBudget } from './pattern_limits';
import { patternProblems } from './entity_patterns';
import type { EngineLog } from '../../api/log';
import type { HistoryType } from '../../api/engine';

/** Lines of the log at one start; of the others only the number is told. */
const MAX_LINES = 20;

export interface PatternWatchDeps {
  readonly log: EngineLog;
  /** Some answers were given without the time to find out: they are not to be kept. */
  readonly forget: () => void;
  /** An expression is not tried any more; told once for each. */
  readonly disarmed: (expression: string) => void;
}

export class PatternMonitor {
  private found = 0;
  private readonly ends: readonly (() => void)[];

  constructor(private readonly deps: PatternWatchDeps) {
    this.ends = [
      patternBudget.onRefused(deps.forget),
      expressions.onDisarmed((source) => {
        const expression = `/${source}/`;
        deps.log.warn(
          'A regular expression takes too long. It matches nothing until it is changed or the server starts again.',
          { expression }
        );
        deps.disarmed(expression);
      }),
    ];
  }

  /** To be called for everything stored when the engine starts. */
  inspect(type: HistoryType, name: string, stored: unknown): void {
    for (const [at, problem] of Object.entries(patternProblems(type, stored))) {
      if (++this.found > MAX_LINES) continue;
      this.deps.log.warn('A stored entry has a pattern that cannot be used.', {
        type,
        name,
        at,
        problem,
      });
    }
  }

  /**
   * To be called when all was inspected: nobody waits yet, so the good ones are compiled at once.
   */
  inspected(): void {
    const more = this.found - MAX_LINES;
    if (more > 0)
      this.deps.log.warn('More stored entries have patterns that cannot be used.', { more });
    expressions.prepare();
  }

  stop(): void {
    for (const end of this.ends) end();
  }
}
