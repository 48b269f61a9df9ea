/** What is known about pairs of roles, until a check forgets one of the two. */
import type { CooperativeTask } from '../scheduling/cooperative_task';

export class RolePairs {
  private readonly known = new Map<string, Map<string, unknown>>();

  once<T>(first: string, second: string, make: () => T): T {
    let seconds = this.known.get(first);
    if (!seconds) this.known.set(first, (seconds = new Map<string, unknown>()));
    if (seconds.has(second)) return seconds.get(second) as T;
    const made = make();
    seconds.set(second, made);
    return made;
  }

  forget(roles: ReadonlySet<string>): void {
    for (const [first, seconds] of this.known)
      if (roles.has(first)) this.known.delete(first);
      else
        for (const one of roles.size < seconds.size ? roles : [...seconds.keys()])
          if (roles.has(one)) seconds.delete(one);
  }
}

interface PairSearch<T> {
  /** Whether a role can be the first, or the second, of a pair. */
  readonly isFirst: (role: string) => boolean;
  readonly isSecond: (role: string) => boolean;
  readonly find: (first: string, second: string) => T | undefined;
}

/** The few of all pairs about which something was found. */
export class FoundPairs<T> {
  private readonly firsts = new Set<string>();
  private readonly seconds = new Set<string>();
  /** Without roles that are in no pair. */
  private readonly found = new Map<string, Map<string, T>>();
  /** Roles whose pairs are looked at again; at first, all roles are new. */
  private readonly forgotten = new Set<string>();

  /** Without a search for long, roles that come and go must not add up. */
  forget(roles: Iterable<string>, isThere: (role: string) => boolean): void {
    for (const one of roles)
      if (isThere(one) || this.seconds.has(one) || this.firsts.has(one)) this.forgotten.add(one);
      else this.forgotten.delete(one);
  }

  *search({
    isFirst,
    isSecond,
    find,
  }: PairSearch<T>): CooperativeTask<ReadonlyMap<string, ReadonlyMap<string, T>>> {
    const { firsts, seconds, forgotten } = this;
    for (const role of forgotten) {
      if (isSecond(role)) seconds.add(role);
      else seconds.delete(role);
      if (isFirst(role)) firsts.add(role);
      else firsts.delete(role);
      this.found.delete(role);
      yield;
    }
    for (const [first, found] of this.found) {
      for (const role of forgotten) found.delete(role);
      if (found.size === 0) this.found.delete(first);
      yield;
    }
    const again = [...forgotten].filter((role) => seconds.has(role));
    // Roles that are no second ones, as most are, concern no other first one.
    for (const first of again.length > 0 ? firsts : forgotten) {
      if (!firsts.has(first)) continue;
      for (const second of forgotten.has(first) ? seconds : again) {
        const one = first === second ? undefined : find(first, second);
        if (one !== undefined) this.add(first, second, one);
        yield;
      }
    }
    forgotten.clear();
    return this.found;
  }

  private add(first: string, second: string, one: T): void {
    const seconds = this.found.get(first);
    if (seconds) seconds.set(second, one);
    else this.found.set(first, new Map([[second, one]]));
  }
}
