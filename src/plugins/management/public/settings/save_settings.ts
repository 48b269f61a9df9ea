/**
 * Saves changed settings one after the other: each gets the server's word on itself, and a refused
 * one does not hold back the others, which share one fate when the client sends them together.
 */
import { i18n, type IUiSettingsClient } from '@sd/core/public';
import type { Setting } from './setting';

export interface SettingChange {
  readonly setting: Setting;
  /** `null` goes back to the default, and removes a custom setting. */
  readonly value: unknown;
}

export interface SaveReport {
  readonly saved: readonly Setting[];
  /** Key to what the server said. */
  readonly refused: ReadonlyMap<string, string>;
}

export async function saveSettings(
  uiSettings: IUiSettingsClient,
  changes: readonly SettingChange[]
): Promise<SaveReport> {
  const saved: Setting[] = [];
  const refused = new Map<string, string>();
  for (const { setting, value } of changes) {
    const reason = await saveOne(uiSettings, setting.key, value);
    if (reason === undefined) saved.push(setting);
    else refused.set(setting.key, reason);
  }
  return { saved, refused };
}

/** @returns why it was refused */
async function saveOne(
  uiSettings: IUiSettingsClient,
  key: string,
  value: unknown
): Promise<string | undefined> {
  let reason: string | undefined;
  const subscription = uiSettings.getUpdateErrors$().subscribe(({ message }) => {
    reason = message;
  });
  try {
    if (await uiSettings.set(key, value)) return undefined;
    return reason === undefined ? refusedText() : withoutKey(reason, key);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    subscription.unsubscribe();
  }
}

const refusedText = (): string =>
  i18n.translate('management.settings.refused', {
    defaultMessage: 'The setting could not be saved.',
  });

/** Beside the field it needs no saying which one is meant. */
function withoutKey(message: string, key: string): string {
  const prefix = `[validation [${key}]]: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** Storing the default would only hide a better one to come. */
export const valueToStore = (setting: Setting, value: unknown): unknown =>
  !setting.isCustom && JSON.stringify(value) === JSON.stringify(setting.defaultValue)
    ? null
    : value;
