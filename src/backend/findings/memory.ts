/** What rules found out about an entry, for as long as nothing that they looked at has changed. */
interface Known {
  readonly deps: readonly unknown[];
  readonly value: unknown;
}

export class Memory {
  private readonly known = new WeakMap<object, Map<string, Known>>();

  /**
   * @param about - an entry or what was derived from it; forgotten with it
   * @param what - tells values about the same object apart
   * @param deps - everything else that the value depends on, compared by identity
   */
  once<T>(about: object, what: string, deps: readonly unknown[], make: () => T): T {
    let values = this.known.get(about);
    if (!values) this.known.set(about, (values = new Map<string, Known>()));
    const known = values.get(what);
    if (known?.deps.every((one, at) => one === deps[at])) return known.value as T;
    const value = make();
    values.set(what, { deps, value });
    return value;
  }
}
