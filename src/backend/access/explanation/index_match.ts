/** Finds the pattern of an entry that matches an index, and the index name that it matches. */
import type { Subject } from '../evaluation/attributes';
import { renderPattern } from '../evaluation/compiled_role';
import type { IndexTarget, KnownIndex } from '../evaluation/index_targets';
import { compileCover, compilePattern, type Matcher } from '../patterns/pattern';
import type { IndexMatch } from '../../../contracts/api';

interface Prepared {
  readonly rendered: string;
  readonly matches: Matcher;
  readonly covers: () => Matcher;
}

/** Patterns of one subject at one time, each resolved and compiled once. */
export class IndexPatterns {
  private readonly prepared = new Map<string, Prepared | undefined>();

  constructor(
    readonly subject: Subject,
    readonly nowMs: number,
    private readonly known: readonly KnownIndex[] = []
  ) {}

  /** The pattern with attributes and date math resolved; `undefined` for invalid date math. */
  rendered(pattern: string): string | undefined {
    return this.prepare(pattern)?.rendered;
  }

  /** The first matching pattern. */
  find(patterns: readonly string[], target: IndexTarget): IndexMatch | undefined {
    const names = [target.name, ...(target.otherNames ?? [])];
    for (const pattern of patterns) {
      const prepared = this.prepare(pattern);
      if (!prepared) continue;
      const { rendered } = prepared;
      const matches = target.kind === 'expression' ? prepared.covers() : prepared.matches;
      const name = names.find(matches);
      if (name === undefined) continue;
      const via = this.viaOf(name, target);
      return { pattern, ...(rendered !== pattern && { rendered }), via, name };
    }
    return undefined;
  }

  private prepare(pattern: string): Prepared | undefined {
    if (this.prepared.has(pattern)) return this.prepared.get(pattern);
    const rendered = renderPattern(pattern, this.subject, this.nowMs);
    const made = rendered === undefined ? undefined : preparedOf(rendered);
    this.prepared.set(pattern, made);
    return made;
  }

  private viaOf(name: string, target: IndexTarget): IndexMatch['via'] {
    if (name === target.name) {
      return target.kind === 'remote' || target.kind === undefined ? 'index' : target.kind;
    }
    const isStream = this.known.some((one) => one.name === target.name && one.dataStream === name);
    return isStream ? 'data_stream' : 'alias';
  }
}

function preparedOf(rendered: string): Prepared {
  let cover: Matcher | undefined;
  return {
    rendered,
    matches: compilePattern(rendered),
    covers: () => (cover ??= compileCover(rendered)),
  };
}
