/**
 * Reports unusable patterns: invalid stored ones in the log when the engine starts, and slow ones
 * in the log and the audit log. Such patterns grant nothing and hide what they would restrict.
 */
import { expressions } from './expression';
import { patternBudget } from './pattern_limits';
import { patternProblems } from './entity_patterns';
import type { EngineLog } from '../../api/log';
import type { ConfiguredType } from '../../api/engine';

/** Log lines per start. Further patterns are only counted. */
const MAX_LINES = 20;

export interface PatternWatchDeps {
  readonly log: EngineLog;
  /** Drops cached results, some of which may come from patterns that ran out of time. */
  readonly forget: () => void;
  /** Called once for each expression that is disabled. */
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

  /** Must be called for every stored entity when the engine starts. */
  inspect(type: ConfiguredType, name: string, stored: unknown): void {
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
   * Must be called after the last `inspect`. No requests are waiting yet, so all valid expressions
   * are compiled now.
   */
  noteInspected(): void {
    const more = this.found - MAX_LINES;
    if (more > 0)
      this.deps.log.warn('More stored entries have patterns that cannot be used.', { more });
    expressions.prepare();
  }

  stop(): void {
    for (const end of this.ends) end();
  }
}
