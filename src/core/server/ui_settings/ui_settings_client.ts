/** Settings of one caller: overrides, personal values, the tenant's values, defaults. */
import {
  chosenValue,
  defineMessage,
  SETTINGS_LIMITS,
  type UserProvidedSetting,
} from '../../common';
import { inEnglish } from '../i18n';
import type { Logger } from '../logging/types';
import { uiSettingsErrors, valueTooLarge } from './errors';
import type { PersonalSettings } from './personal_settings';
import type { SettingsDocument } from './settings_document';
import type { SettingsRegistry } from './settings_registry';
import type { UiSettingsClientContract } from './types';

export interface UiSettingsClientOptions {
  readonly document: SettingsDocument;
  readonly personal: PersonalSettings;
  readonly registry: SettingsRegistry;
  /** Values by key; `null` locks a setting to its default. */
  readonly overrides: ReadonlyMap<string, unknown>;
  readonly logger: Logger;
}

export class UiSettingsClient implements UiSettingsClientContract {
  constructor(private readonly options: UiSettingsClientOptions) {}

  async get<T = unknown>(key: string): Promise<T> {
    const provided = await this.getUserProvided();
    return (chosenValue(provided[key]) ?? this.options.registry.get(key)?.value) as T;
  }

  async getUserProvided(): Promise<Record<string, UserProvidedSetting>> {
    const provided = Object.create(null) as Record<string, UserProvidedSetting>;
    const { document, personal, overrides, registry } = this.options;
    const counts = (key: string, value: unknown) =>
      value !== null && !overrides.has(key) && this.isValid(key, value);
    const [ofTenant, ofUser] = await Promise.all([document.read(), personal.read()]);
    for (const [key, userValue] of Object.entries(ofTenant))
      if (registry.get(key)?.personal !== 'only' && counts(key, userValue))
        provided[key] = { userValue };
    for (const [key, personalValue] of Object.entries(ofUser))
      if (registry.get(key)?.personal && counts(key, personalValue))
        provided[key] = { ...provided[key], personalValue };
    for (const [key, value] of overrides) {
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
    for (const [key, value] of entries) {
      this.assertMayWrite(key, value);
      if (this.options.registry.get(key)?.personal === 'only')
        throw uiSettingsErrors.onlyPersonal(key);
    }
    await this.assertFewUndeclared(changes);
    if (entries.length > 0) await this.options.document.write(Object.fromEntries(entries));
  }

  async setPersonal(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const { personal, registry } = this.options;
    if (!personal.hasUser) throw uiSettingsErrors.noUser();
    for (const [key, value] of Object.entries(changes)) {
      this.assertMayWrite(key, value);
      if (!registry.get(key)?.personal) throw uiSettingsErrors.notPersonal(key);
    }
    if (Object.keys(changes).length > 0) await personal.write(changes);
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

  /** A stored value that is no longer valid is ignored. */
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
