import type { Observable } from 'rxjs';
import type { PublicUiSettingsParams, UserProvidedSetting } from '../../common';

export type UiSettingsState = Record<string, PublicUiSettingsParams & UserProvidedSetting>;
export interface UiSettingsUpdate<T = unknown> {
  readonly key: string;
  readonly newValue: T;
  readonly oldValue: T;
}
/** The settings client of core-services section 8; one object at setup and start. */
export interface IUiSettingsClient {
  get<T = unknown>(key: string, defaultOverride?: T): T;
  get$<T = unknown>(key: string, defaultOverride?: T): Observable<T>;
  getAll(): Readonly<UiSettingsState>;
  set(key: string, value: unknown): Promise<boolean>;
  remove(key: string): Promise<boolean>;
  overrideLocalDefault(key: string, newDefault: unknown): void;
  isDeclared(key: string): boolean;
  isDefault(key: string): boolean;
  isCustom(key: string): boolean;
  isOverridden(key: string): boolean;
  getUpdate$(): Observable<UiSettingsUpdate>;
  getSaved$(): Observable<UiSettingsUpdate>;
  getUpdateErrors$(): Observable<Error>;
}
