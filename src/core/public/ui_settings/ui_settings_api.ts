/** Sends changed settings, one request at a time, with later changes merged into the next one. */
import { BehaviorSubject, type Observable } from 'rxjs';
import type { SettingsResponse } from '../../../contracts/api/server';
import { CHANGE_SETTINGS, CHOOSE_SETTINGS } from '../../common';
import { send } from '../http/send';
import type { HttpSetup, IHttpFetchError } from '../http/types';

const HEADERS = { accept: 'application/json' } as const;

interface Batch {
  readonly changes: Map<string, unknown>;
  readonly result: Promise<SettingsResponse>;
  settle(outcome: Promise<SettingsResponse>): void;
}

export class UiSettingsApi {
  private readonly loadingCount$ = new BehaviorSubject(0);
  private isSending = false;
  private waiting?: Batch;

  constructor(private readonly http: Pick<HttpSetup, 'post'>) {}

  /**
   * Adds a change to the next request; `null` removes the stored value.
   * @returns the response to the request that included the change; all changes of one request share
   *   it
   */
  batchSet(key: string, value: unknown): Promise<SettingsResponse> {
    this.waiting ??= createBatch();
    const { changes, result } = this.waiting;
    changes.set(key, value);
    if (!this.isSending) void this.sendWaiting();
    return result;
  }

  /** Saves the user's own values; `null` removes one. Not merged with other changes. */
  choose(changes: Readonly<Record<string, unknown>>): Promise<SettingsResponse> {
    const body = { changes: withNull(Object.entries(changes)) };
    return this.count(() => send(this.http, CHOOSE_SETTINGS, { body, headers: HEADERS }));
  }

  /** Replays the number of pending requests; completes on stop. */
  getLoadingCount$(): Observable<number> {
    return this.loadingCount$.asObservable();
  }

  stop(): void {
    this.loadingCount$.complete();
  }

  private async sendWaiting(): Promise<void> {
    this.isSending = true;
    while (this.waiting) {
      const batch = this.waiting;
      this.waiting = undefined;
      const body = { changes: withNull([...batch.changes]) };
      const outcome = this.count(() =>
        send(this.http, CHANGE_SETTINGS, { params: { dialect: 'kibana' }, body, headers: HEADERS })
      );
      batch.settle(outcome);
      await outcome.catch(() => undefined);
    }
    this.isSending = false;
  }

  private async count(request: () => Promise<SettingsResponse>): Promise<SettingsResponse> {
    this.loadingCount$.next(this.loadingCount$.value + 1);
    try {
      return await request();
    } catch (error) {
      throw toSettingsError(error);
    } finally {
      this.loadingCount$.next(this.loadingCount$.value - 1);
    }
  }
}

/** JSON would omit `undefined`, and the change with it. */
const withNull = (changes: ReadonlyArray<readonly [string, unknown]>): Record<string, unknown> =>
  Object.fromEntries(changes.map(([key, value]) => [key, value ?? null]));

/**
 * Specification section 8: for 400 the server's message is shown, for higher statuses only the
 * status.
 */
function toSettingsError(error: unknown): unknown {
  const { response, body } = (error ?? {}) as Partial<IHttpFetchError>;
  if (response?.status === 400 && body?.message) return new Error(body.message);
  if (response && response.status > 400)
    return new Error(`Request failed with status code: ${response.status}`);
  return error;
}

function createBatch(): Batch {
  let settle!: Batch['settle'];
  const result = new Promise<SettingsResponse>((resolve) => {
    settle = resolve;
  });
  return { changes: new Map(), result, settle };
}
