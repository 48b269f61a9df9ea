/** What is known about pairs of roles, until `Facts.touched` names one of the two. */
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
