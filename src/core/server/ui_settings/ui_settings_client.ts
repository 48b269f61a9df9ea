/**
 * Settings of one caller: overrides of the configuration, the tenant's stored values, the declared
 * defaults.
 */
import { defineMessage, SETTINGS_LIMITS, type UserProvidedSetting } from '../../common';
import { inEnglish } from '../i18n';
import type { Logger } from '../logging/types';
import { uiSettingsErrors, valueTooLarge } from './errors';
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

  async getForPage(): Promise<Record<string, UserProvidedSetting>> {
    const { overrides, registry } = this.options;
    const declared = Object.create(null) as Record<string, UserProvidedSetting>;
    for (const [key, setting] of Object.entries(await this.getUserProvided()))
      if (registry.get(key) || overrides.has(key)) declared[key] = setting;
    return declared;
  }

  async setMany(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const entries = Object.entries(changes);
    for (const [key, value] of entries) this.assertMayWrite(key, value);
    await this.assertFewUndeclared(changes);
    if (entries.length > 0) await this.options.document.write(Object.fromEntries(entries));
  }

  private assertMayWrite(key: string, value: unknown): void {
    const { overrides, registry } = this.options;
    if (key.length > SETTINGS_LIMITS.keyLength) throw uiSettingsErrors.tooLong(key);
    if (overrides.has(key)) throw uiSettingsErrors.overridden(key);
    if (registry.get(key)?.readonly)
      throw uiSettingsErrors.invalid(
        key,
        defineMessage('core.settings.readOnly', { defaultMessage: 'the setting is read-only' })
      );
    if (!this.isSmall(key, value))
      throw uiSettingsErrors.invalid(key, valueTooLarge(this.largest(key)));
    const reason = value === null ? undefined : registry.check(key, value);
    if (reason !== undefined) throw uiSettingsErrors.invalid(key, reason);
  }

  private async assertFewUndeclared(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const isUndeclared = ([key, value]: [string, unknown]) =>
      value !== null && !this.options.registry.get(key);
    const added = Object.entries(changes).find(isUndeclared);
    if (!added) return;
    const after = { ...(await this.options.document.read()), ...changes };
    if (Object.entries(after).filter(isUndeclared).length > SETTINGS_LIMITS.undeclaredKeys)
      throw uiSettingsErrors.tooMany(added[0]);
  }

  private largest(key: string): number {
    const { undeclaredValueBytes, valueBytes } = SETTINGS_LIMITS;
    return this.options.registry.get(key) ? valueBytes : undeclaredValueBytes;
  }

  private isSmall(key: string, value: unknown): boolean {
    return Buffer.byteLength(JSON.stringify(value) ?? '') <= this.largest(key);
  }

  /** A stored value that is no longer valid counts as not there. */
  private isValid(key: string, value: unknown): boolean {
    const reason = this.isSmall(key, value)
      ? this.options.registry.check(key, value)
      : valueTooLarge(this.largest(key));
    if (reason === undefined) return true;
    this.options.logger.warn('Ignored an invalid stored setting', {
      key,
      reason: inEnglish(reason),
    });
    return false;
  }
}
