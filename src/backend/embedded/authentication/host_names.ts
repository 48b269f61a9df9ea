/**
 * Names under which role mappings match a caller's address (`hosts_resolver_mode`,
 * docs/reference/engine.md#dynamic-configuration and #roles-of-a-user): always the address itself,
 * and with `ip-hostname-lookup` also its reverse DNS names. `ip-hostname` uses only names that came
 * with the address; connections have none, so it adds nothing here, as on a real cluster.
 *
 * Lookups are asynchronous, but access decisions are not: `prepare` is awaited before a request,
 * `namesOf` reads the result. A slow or silent name server costs two seconds once a minute per
 * address and adds no names.
 */
import { reverse } from 'node:dns/promises';
import { BoundedMap } from '../../model/bounded_map';

const KEEP_MS = 60_000;
const TIMEOUT_MS = 2_000;
const MAX_CACHED = 10_000;

export type ReverseLookup = (address: string) => Promise<readonly string[]>;

interface CachedNames {
  readonly names: readonly string[];
  readonly expiresAtMs: number;
}

export class HostNames {
  private readonly cached = new BoundedMap<string, CachedNames>(MAX_CACHED);
  private readonly pending = new Map<string, Promise<void>>();
  private isEnabled = false;

  /** @param now - epoch milliseconds */
  constructor(
    private readonly now: () => number,
    private readonly lookup: ReverseLookup = reverse
  ) {}

  /** Applies `config.dynamic.hosts_resolver_mode`. */
  configure(mode: unknown): void {
    this.isEnabled = mode === 'ip-hostname-lookup';
    if (!this.isEnabled) this.cached.clear();
  }

  /** The address followed by its names; empty without an address. */
  namesOf(address: string | undefined): readonly string[] {
    if (address === undefined) return [];
    return [address, ...(this.isEnabled ? (this.cached.get(address)?.names ?? []) : [])];
  }

  /** @returns a promise to await, or `undefined` if there is nothing to look up */
  prepare(address: string | undefined): Promise<void> | undefined {
    if (!this.isEnabled || address === undefined) return undefined;
    const cached = this.cached.get(address);
    if (cached && cached.expiresAtMs > this.now()) return undefined;
    const running = this.pending.get(address);
    if (running) return running;
    const lookup = this.refresh(address).finally(() => this.pending.delete(address));
    this.pending.set(address, lookup);
    return lookup;
  }

  private async refresh(address: string): Promise<void> {
    const names = await withTimeout(this.lookup(address)).catch(() => []);
    this.cached.set(address, { names, expiresAtMs: this.now() + KEEP_MS });
  }
}

/** A response after the time limit is ignored. */
async function withTimeout(lookup: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), TIMEOUT_MS);
  });
  try {
    return await Promise.race([lookup, late]);
  } finally {
    clearTimeout(timer);
  }
}
