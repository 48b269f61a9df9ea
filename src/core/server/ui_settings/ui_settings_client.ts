/** Settings of one caller: overrides of the configuration, the tenant's stored values, the declared defaults. */
import { defineMessage, type UserProvidedSetting } from '../../common';
import { inEnglish } from '../i18n';
import type { Logger } from '../logging/types';
import { uiSettingsErrors } from './errors';
import type { SettingsDocument } from './settings_document';
import type { SettingsRegistry } from './settings_registry';
import type { UiSettingsClientContract } from './types';

export interface UiSettingsClientOptions {
  readonly document: SettingsDocument;
  readonly registry: SettingsRegistry;
  /** Key to value; `null` only locks the setting to its default. */
  readonly overrides: ReadonlyMap<string, unknown>;
  readonly logger: Logger;
}

export class UiSettingsClient implements UiSettingsClientContract {
  constructor(private readonly options: UiSettingsClientOptions) {}

  async get<T = unknown>(key: string): Promise<T> {
    const provided = await this.getUserProvided();
    const userValue = Object.hasOwn(provided, key) ? provided[key]?.userValue : undefined;
    return (userValue ?? this.options.registry.get(key)?.value) as T;
  }

  async getUserProvided(): Promise<Record<string, UserProvidedSetting>> {
    const provided = Object.create(null) as Record<string, UserProvidedSetting>;
    for (const [key, userValue] of Object.entries(await this.options.document.read())) {
      if (userValue === null || this.options.overrides.has(key) || !this.isValid(key, userValue))
        continue;
      provided[key] = { userValue };
    }
    for (const [key, value] of this.options.overrides) {
      provided[key] =
        value === null ? { isOverridden: true } : { isOverridden: true, userValue: value };
    }
    return provided;
  }

  async setMany(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const entries = Object.entries(changes);
    for (const [key, value] of entries) this.assertMayWrite(key, value);
    if (entries.length > 0) await this.options.document.write(Object.fromEntries(entries));
  }

  private assertMayWrite(key: string, value: unknown): void {
    const { overrides, registry } = this.options;
    if (overrides.has(key)) throw uiSettingsErrors.overridden(key);
    if (registry.get(key)?.readonly)
      throw uiSettingsErrors.invalid(
        key,
        defineMessage('core.settings.readOnly', { defaultMessage: 'the setting is read-only' })
      );
    const reason = value === null ? undefined : registry.check(key, value);
    if (reason !== undefined) throw uiSettingsErrors.invalid(key, reason);
  }

  /** A stored value that is no longer valid counts as not there. */
  private isValid(key: string, value: unknown): boolean {
    const reason = this.options.registry.check(key, value);
    if (reason === undefined) return true;
    this.options.logger.warn('Ignored an invalid stored setting', {
      key,
      reason: inEnglish(reason),
    });
    return false;
  }
}
