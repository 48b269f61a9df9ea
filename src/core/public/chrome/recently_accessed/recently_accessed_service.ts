import { BehaviorSubject, map, type Observable } from 'rxjs';
import { browserLog } from '../../utils/browser_log';
import type { HttpSetup } from '../../http/types';
import type { ChromeRecentlyAccessed, ChromeRecentlyAccessedItem } from '../types';

/**
 * A bounded list in the browser's storage: newest first, without duplicates. Source: specification
 * section 9 "Recently accessed list", section 8 "A malformed stored history".
 */
interface PersistedLogOptions<T> {
  readonly storageKey: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Older entries beyond this length are dropped; 0 stores none. */
  readonly maxLength: number;
  isEqual(a: T, b: T): boolean;
  isValid(entry: unknown): entry is T;
}

/** Entries are flat objects. Callers receive copies. */
export class PersistedLog<T extends object> {
  private readonly entries$: BehaviorSubject<T[]>;

  constructor(private readonly options: PersistedLogOptions<T>) {
    this.entries$ = new BehaviorSubject(this.load());
  }

  /** `null` and `undefined` are ignored. */
  add(entry: T | null | undefined): T[] {
    if (entry === null || entry === undefined) return this.get();
    const { isEqual, maxLength } = this.options;
    const others = this.entries$.value.filter((other) => !isEqual(other, entry));
    this.entries$.next([{ ...entry }, ...others].slice(0, maxLength));
    this.save();
    return this.get();
  }

  get(): T[] {
    return deepCopy(this.entries$.value);
  }

  /** Replays the current list. */
  get$(): Observable<T[]> {
    return this.entries$.pipe(map(deepCopy));
  }

  private load(): T[] {
    const { storage, storageKey, maxLength, isValid } = this.options;
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isValid).slice(0, maxLength) : [];
    } catch {
      // Malformed JSON or unavailable storage: start with an empty list.
      return [];
    }
  }

  /** If storage is full or unavailable, the list still works but does not survive a page load. */
  private save(): void {
    const { storage, storageKey } = this.options;
    try {
      storage.setItem(storageKey, JSON.stringify(this.entries$.value));
    } catch (error) {
      browserLog.warn(`Could not remember ${storageKey}.`, error);
    }
  }
}

const deepCopy = <T extends object>(entries: readonly T[]): T[] =>
  entries.map((entry) => ({ ...entry }));

/**
 * SHA-256 of a string's UTF-8 bytes, in base64. Synchronous, and available on pages without TLS,
 * unlike the platform's `crypto.subtle`. Used only for the name of a storage key, not for secrets.
 * Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5 and 6.2.
 */

const BLOCK_BYTES = 64;

/** First 32 bits of the fractional part of a number. */
const fraction32 = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const PRIMES = firstPrimes(64);
/** Fractional parts of the cube roots of the first 64 primes. */
const K = PRIMES.map((prime) => fraction32(Math.cbrt(prime)));
/** Fractional parts of the square roots of the first 8 primes. */
const INITIAL_HASH = PRIMES.slice(0, 8).map((prime) => fraction32(Math.sqrt(prime)));

export function sha256Base64(text: string): string {
  const view = pad(utf8(text));
  const hash = Int32Array.from(INITIAL_HASH);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES)
    addBlock(hash, view, offset);
  const bytes = Array.from(hash).flatMap((word) => [
    word >>> 24,
    (word >>> 16) & 255,
    (word >>> 8) & 255,
    word & 255,
  ]);
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Percent-encoding is UTF-8. Unlike `TextEncoder`, it is available in every environment that runs
 * this code.
 */
function utf8(text: string): Uint8Array {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16))
  );
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** The message, a single 1 bit, zeros, and the length in bits, padded to whole blocks. */
function pad(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const bytes = new Uint8Array(blocks * BLOCK_BYTES);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

function addBlock(hash: Int32Array, view: DataView, offset: number): void {
  const words = new Int32Array(64);
  const word = (index: number): number => words[index] as number;
  for (let i = 0; i < 64; i++) {
    words[i] =
      i < 16
        ? view.getInt32(offset + i * 4)
        : word(i - 16) +
          smallSigma(word(i - 15), 7, 18, 3) +
          word(i - 7) +
          smallSigma(word(i - 2), 17, 19, 10);
  }
  let [a, b, c, d, e, f, g, h] = Array.from(hash) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const t1 = (h + bigSigma(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + (K[i] as number) + word(i)) | 0;
    const t2 = (bigSigma(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    hash[index] = (hash[index] as number) + value;
  });
}

const rotateRight = (value: number, bits: number): number =>
  (value >>> bits) | (value << (32 - bits));
const bigSigma = (x: number, r1: number, r2: number, r3: number): number =>
  rotateRight(x, r1) ^ rotateRight(x, r2) ^ rotateRight(x, r3);
const smallSigma = (x: number, r1: number, r2: number, shift: number): number =>
  rotateRight(x, r1) ^ rotateRight(x, r2) ^ (x >>> shift);

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

/** Specification section 9. */
const RECENTLY_ACCESSED_MAX = 20;
const STORAGE_KEY = 'kibana.history.recentlyAccessed';

/** One key per base path, because several installations may share an origin. */
const recentlyAccessedKey = (basePath: string): string =>
  basePath === '' ? STORAGE_KEY : `${STORAGE_KEY}-${sha256Base64(basePath)}`;

interface RecentlyAccessedStartDeps {
  readonly http: { readonly basePath: Pick<HttpSetup['basePath'], 'get'> };
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Items that the user viewed last on this device. Source: docs/reference/core.md#recently-viewed.
 */
export class RecentlyAccessedService {
  start({ http, storage }: RecentlyAccessedStartDeps): ChromeRecentlyAccessed {
    const log = new PersistedLog<ChromeRecentlyAccessedItem>({
      storage,
      storageKey: recentlyAccessedKey(http.basePath.get()),
      maxLength: RECENTLY_ACCESSED_MAX,
      isEqual: (a, b) => a.id === b.id,
      isValid: isItem,
    });
    return {
      add: (link, label, id) => {
        const item = { link, label, id };
        if (isItem(item)) log.add(item);
        else browserLog.warn('What was accessed cannot be remembered.', item);
      },
      get: () => log.get(),
      get$: () => log.get$(),
    };
  }
}

function isItem(entry: unknown): entry is ChromeRecentlyAccessedItem {
  if (typeof entry !== 'object' || entry === null) return false;
  const { link, label, id } = entry as Record<string, unknown>;
  return [link, label, id].every((field) => typeof field === 'string') && isInside(link as string);
}

/**
 * Whether a link stays on this origin. The drawer renders it as a link, so tampered storage must
 * not lead to another site or run scripts.
 */
function isInside(link: string): boolean {
  try {
    return new URL(link, window.location.href).origin === window.location.origin;
  } catch {
    return false;
  }
}
