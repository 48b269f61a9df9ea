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
      const prepared = isPossible(pattern, target) ? this.prepare(pattern) : undefined;
      if (!prepared) continue;
      const { rendered } = prepared;
      const matches = target.kind === 'expression' ? prepared.covers() : prepared.matches;
      const name = names.find(matches);
      if (name === undefined) continue;
      const via = this.findMatchKind(name, target);
      return { pattern, ...(rendered !== pattern && { rendered }), via, name };
    }
    return undefined;
  }

  private prepare(pattern: string): Prepared | undefined {
    if (this.prepared.has(pattern)) return this.prepared.get(pattern);
    const rendered = renderPattern(pattern, this.subject, this.nowMs);
    const made = rendered === undefined ? undefined : prepareText(rendered);
    this.prepared.set(pattern, made);
    return made;
  }

  private findMatchKind(name: string, target: IndexTarget): IndexMatch['via'] {
    if (name === target.name) {
      return target.kind === 'remote' || target.kind === undefined ? 'index' : target.kind;
    }
    const isStream = this.known.some((one) => one.name === target.name && one.dataStream === name);
    return isStream ? 'data_stream' : 'alias';
  }
}

/** Special characters, and beginnings that say what a whole pattern is. */
const FIRST_SPECIAL = /[*?$]|^[/<]/;

/**
 * Whether a pattern can match the target by its beginning, which most of thousands cannot: what
 * they match, or cover, begins with their text before the first special character.
 */
export function isPossible(pattern: string, { name, otherNames }: IndexTarget): boolean {
  const at = pattern.search(FIRST_SPECIAL);
  const beginning = at < 0 ? pattern : pattern.slice(0, at);
  const begins = (one: string): boolean => one.startsWith(beginning);
  return begins(name) || otherNames?.some(begins) === true;
}

function prepareText(rendered: string): Prepared {
  let cover: Matcher | undefined;
  return {
    rendered,
    matches: compilePattern(rendered),
    covers: () => (cover ??= compileCover(rendered)),
  };
}
