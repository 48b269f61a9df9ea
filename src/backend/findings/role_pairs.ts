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
  private readonly seconds = new Set<string>();
  private readonly found = new Map<string, Map<string, T>>();
  /** Roles whose pairs are looked at again; at first, all roles are new. */
  private readonly forgotten = new Set<string>();

  /** Without a search for long, roles that come and go must not add up. */
  forget(roles: Iterable<string>, isThere: (role: string) => boolean): void {
    for (const one of roles)
      if (isThere(one) || this.seconds.has(one) || this.found.has(one)) this.forgotten.add(one);
      else this.forgotten.delete(one);
  }

  *search({
    isFirst,
    isSecond,
    find,
  }: PairSearch<T>): CooperativeTask<ReadonlyMap<string, ReadonlyMap<string, T>>> {
    for (const role of this.forgotten) {
      if (isSecond(role)) this.seconds.add(role);
      else this.seconds.delete(role);
      if (isFirst(role)) this.found.set(role, new Map());
      else this.found.delete(role);
      yield;
    }
    for (const [first, found] of this.found)
      for (const second of this.forgotten.has(first) ? this.seconds : this.forgotten) {
        const isPair = first !== second && this.seconds.has(second);
        const one = isPair ? find(first, second) : undefined;
        if (one === undefined) found.delete(second);
        else found.set(second, one);
        yield;
      }
    this.forgotten.clear();
    return this.found;
  }
}
