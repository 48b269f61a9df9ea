/**
 * The settings client. Reads are synchronous, from a local copy. Writes take effect immediately; if
 * the server rejects one, the last confirmed state is restored.
 */
import { concat, defer, filter, map, type Observable, of, Subject } from 'rxjs';
import { chosenValue, type PublicUiSettingsParams, type UserProvidedSetting } from '../../common';
import { browserLog } from '../utils/browser_log';
import { cloneData } from './clone_data';
import type { IUiSettingsClient, UiSettingsState, UiSettingsUpdate } from './types';
import type { UiSettingsApi } from './ui_settings_api';

type Setting = UiSettingsState[string];
type State = Map<string, Setting>;

export interface UiSettingsClientParams {
  readonly api: Pick<UiSettingsApi, 'batchSet' | 'choose'>;
  readonly defaults: Readonly<Record<string, PublicUiSettingsParams>>;
  readonly user: Readonly<Record<string, UserProvidedSetting>>;
  /** Completes all streams. */
  readonly done$: Observable<unknown>;
}

export class UiSettingsClient implements IUiSettingsClient {
  private readonly api: UiSettingsClientParams['api'];
  private readonly defaults: Map<string, PublicUiSettingsParams>;
  private readonly update$ = new Subject<UiSettingsUpdate>();
  private readonly saved$ = new Subject<UiSettingsUpdate>();
  private readonly updateErrors$ = new Subject<Error>();
  /** The stored values as last confirmed by the server. */
  private confirmed: ReadonlyMap<string, UserProvidedSetting>;
  /** Local values without a server response yet, by key. The number identifies the change. */
  private readonly pending = new Map<
    string,
    { readonly change: number; readonly value: unknown }
  >();
  private changes = 0;
  /** Keys whose stored value was reported as malformed. */
  private readonly unreadable = new Set<string>();
  private state: State;

  constructor({ api, defaults, user, done$ }: UiSettingsClientParams) {
    this.api = api;
    this.defaults = new Map(Object.entries(cloneData(defaults)));
    this.confirmed = new Map(Object.entries(cloneData(user)));
    this.state = this.buildState();
    done$.subscribe({ complete: () => this.completeAll(), next: () => this.completeAll() });
  }

  getAll(): Readonly<UiSettingsState> {
    return cloneData(Object.fromEntries(this.state));
  }

  get<T = unknown>(key: string, defaultOverride?: T): T {
    const setting = this.state.get(key);
    if (!setting) {
      if (defaultOverride !== undefined) return defaultOverride;
      throw unknownSettingError(key);
    }
    const fallback = defaultOverride !== undefined ? defaultOverride : setting.value;
    return parseByType(this.readableChoice(key, setting) ?? fallback, setting.type) as T;
  }

  get$<T = unknown>(key: string, defaultOverride?: T): Observable<T> {
    return concat(
      defer(() => of(this.get<T>(key, defaultOverride))),
      this.update$.pipe(
        filter((update) => update.key === key),
        map(() => this.get<T>(key, defaultOverride))
      )
    );
  }

  async set(key: string, value: unknown): Promise<boolean> {
    this.assertUpdateAllowed(key);
    const setting = this.state.get(key);
    const localValue =
      setting?.type === 'json' && value !== null && typeof value !== 'string'
        ? JSON.stringify(value)
        : value;
    if (setting && setting.userValue === localValue) return true;

    const oldValue = setting ? this.get(key) : undefined;
    const change = ++this.changes;
    this.pending.set(key, { change, value: localValue });
    this.state.set(key, withUserValue(setting, localValue));
    this.update$.next({ key, newValue: value, oldValue });
    try {
      const { settings } = await this.api.batchSet(key, localValue);
      this.forgetPending(key, change);
      this.confirmed = new Map(Object.entries(settings));
      this.state = this.buildState();
      this.saved$.next({ key, newValue: value, oldValue });
      return true;
    } catch (error) {
      this.takeBack(key, change, value);
      this.updateErrors$.next(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  async setPersonal(changes: Readonly<Record<string, unknown>>): Promise<boolean> {
    const keys = Object.keys(changes);
    for (const key of keys) this.assertUpdateAllowed(key);
    const getValue = (key: string) => (this.isDeclared(key) ? this.get(key) : undefined);
    const before = new Map(keys.map((key) => [key, getValue(key)]));
    try {
      const { settings } = await this.api.choose(changes);
      this.confirmed = new Map(Object.entries(settings));
      this.state = this.buildState();
    } catch (error) {
      this.updateErrors$.next(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
    for (const [key, oldValue] of before) {
      const update = { key, newValue: getValue(key), oldValue };
      this.update$.next(update);
      this.saved$.next(update);
    }
    return true;
  }

  getPersonal(key: string): unknown {
    return this.state.get(key)?.personalValue;
  }

  remove(key: string): Promise<boolean> {
    return this.set(key, null);
  }

  overrideLocalDefault(key: string, newDefault: unknown): void {
    const oldDefault = this.defaults.get(key)?.value;
    this.defaults.set(key, { ...this.defaults.get(key), value: newDefault });
    this.state.set(key, { ...this.state.get(key), value: newDefault });
    if (!this.isDefault(key)) return;
    const update = { key, newValue: newDefault, oldValue: oldDefault };
    this.update$.next(update);
    this.saved$.next(update);
  }

  isDeclared(key: string): boolean {
    return this.state.has(key);
  }

  isDefault(key: string): boolean {
    return (chosenValue(this.state.get(key)) ?? null) === null;
  }

  isCustom(key: string): boolean {
    const setting = this.state.get(key);
    return setting !== undefined && !('value' in setting);
  }

  isOverridden(key: string): boolean {
    return this.state.get(key)?.isOverridden === true;
  }

  getUpdate$(): Observable<UiSettingsUpdate> {
    return this.update$.asObservable();
  }

  getSaved$(): Observable<UiSettingsUpdate> {
    return this.saved$.asObservable();
  }

  getUpdateErrors$(): Observable<Error> {
    return this.updateErrors$.asObservable();
  }

  /**
   * A stored value that does not parse as the setting's type is ignored, so that screens do not
   * fail on it.
   */
  private readableChoice(key: string, setting: Setting): unknown {
    const chosen = chosenValue(setting);
    if (chosen === undefined || chosen === null || isReadable(chosen, setting.type)) return chosen;
    if (!this.unreadable.has(key))
      browserLog.warn(`The stored value of setting "${key}" cannot be read.`);
    this.unreadable.add(key);
    return undefined;
  }

  private assertUpdateAllowed(key: string): void {
    if (this.isOverridden(key)) {
      throw new Error(`Unable to update "${key}" because its value is overridden by the server`);
    }
  }

  /**
   * Rolls back a rejected change, unless a newer change of the same key is pending: its own
   * response decides.
   */
  private takeBack(key: string, change: number, refusedValue: unknown): void {
    if (!this.forgetPending(key, change)) return;
    this.state = this.buildState();
    this.update$.next({
      key,
      newValue: this.isDeclared(key) ? this.get(key) : undefined,
      oldValue: refusedValue,
    });
  }

  /** @returns whether this was the latest change of its key */
  private forgetPending(key: string, change: number): boolean {
    if (this.pending.get(key)?.change !== change) return false;
    return this.pending.delete(key);
  }

  /** Merges the defaults, the confirmed values and the pending values, in ascending precedence. */
  private buildState(): State {
    const state: State = new Map(this.defaults);
    for (const [key, userPart] of this.confirmed)
      state.set(key, { ...state.get(key), ...userPart });
    for (const [key, { value }] of this.pending)
      state.set(key, withUserValue(state.get(key), value));
    return state;
  }

  private completeAll(): void {
    this.update$.complete();
    this.saved$.complete();
    this.updateErrors$.complete();
  }
}

function withUserValue(setting: Setting = {}, userValue: unknown): Setting {
  const { userValue: _replaced, ...rest } = setting;
  return userValue === null || userValue === undefined ? rest : { ...rest, userValue };
}

function isReadable(value: unknown, type: Setting['type']): boolean {
  try {
    return !Number.isNaN(parseByType(value, type));
  } catch {
    return false;
  }
}

function parseByType(value: unknown, type: Setting['type']): unknown {
  if (type === 'json') return typeof value === 'string' ? JSON.parse(value) : value;
  if (type === 'number') return parseFloat(String(value));
  return value;
}

const unknownSettingError = (key: string): Error =>
  new Error(
    `Unexpected \`IUiSettingsClient.get("${key}")\` call on unrecognized configuration setting "${key}".
Setting an initial value via \`IUiSettingsClient.set("${key}", value)\` before attempting to retrieve
any custom setting value for "${key}" may fix this issue.
You can use \`IUiSettingsClient.get("${key}", defaultValue)\`, which will just return
\`defaultValue\` when the key is unrecognized.`
  );
