/** Loads values for the rows of a list; requests of the same moment share one call. */
interface PendingLoad<T> {
  readonly name: string;
  readonly resolve: (value: T | undefined) => void;
  readonly fail: (error: unknown) => void;
}

export class BatchLoader<T> {
  private pending: PendingLoad<T>[] = [];

  /** @param limit - names per call */
  constructor(
    private readonly loadAll: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    private readonly limit: number
  ) {}

  /** `undefined` for a name that the response does not have. Rejects with the error of the call. */
  load(name: string): Promise<T | undefined> {
    return new Promise((resolve, fail) => {
      this.pending.push({ name, resolve, fail });
      // The rows of a page ask one by one and share a request.
      if (this.pending.length === 1) setTimeout(() => void this.flush());
    });
  }

  private async flush(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    for (let from = 0; from < batch.length; from += this.limit) {
      const part = batch.slice(from, from + this.limit);
      try {
        const found = await this.loadAll([...new Set(part.map(({ name }) => name))]);
        for (const { name, resolve } of part) resolve(found.get(name));
      } catch (error) {
        for (const { fail } of part) fail(error);
      }
    }
  }
}
