/** Unsaved settings and their validation errors. */
import { useCallback, useMemo, useState } from 'react';
import { type IUiSettingsClient, t } from '@sd/core/public';
import { type Draft, toDraft, parseDraft, type Setting } from './setting';

/**
 * Saves settings sequentially: each gets its own server response, and one rejected setting does not
 * fail the others.
 */
interface SettingChange {
  readonly setting: Setting;
  /** `null` resets to the default and removes a custom setting. */
  readonly value: unknown;
}

interface SaveReport {
  readonly saved: readonly Setting[];
  /** Server errors by key. */
  readonly errors: ReadonlyMap<string, string>;
}

async function saveSettings(
  uiSettings: IUiSettingsClient,
  changes: readonly SettingChange[]
): Promise<SaveReport> {
  const saved: Setting[] = [];
  const errors = new Map<string, string>();
  for (const { setting, value } of changes) {
    const reason = await saveOne(uiSettings, setting.key, value);
    if (reason === undefined) saved.push(setting);
    else errors.set(setting.key, reason);
  }
  return { saved, errors };
}

/** @returns the error message, if the server rejected the setting */
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

const refusedText = (): string => t('management.settings.refused', "Couldn't save the setting.");

/** Removes the key from a message that is shown next to its field. */
function withoutKey(message: string, key: string): string {
  const prefix = `[validation [${key}]]: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** A stored default would hide later changes of the default. */
const valueToStore = (setting: Setting, value: unknown): unknown =>
  !setting.isCustom && JSON.stringify(value) === JSON.stringify(setting.defaultValue)
    ? null
    : value;

/** `reset` resets to the default or removes a custom setting. */
type SettingChangeDraft =
  { readonly kind: 'edit'; readonly draft: Draft } | { readonly kind: 'reset' };
type SettingDrafts = ReadonlyMap<string, SettingChangeDraft>;

export interface SettingField {
  readonly draft: Draft;
  readonly isChanged: boolean;
  /** The custom setting is removed on save. */
  readonly isRemoved: boolean;
  /** Whether the control shows the default. */
  readonly isDefault: boolean;
  readonly error?: string;
}

interface SettingsForm {
  /** Unsaved input by key, stored as a draft when the user leaves the page. */
  readonly changes: SettingDrafts;
  /** Restores a draft. */
  restore(changes: SettingDrafts): void;
  /** Only settings that still exist. */
  readonly changedKeys: readonly string[];
  readonly isSaving: boolean;
  field(setting: Setting): SettingField;
  edit(setting: Setting, draft: Draft): void;
  reset(setting: Setting): void;
  discard(): void;
  /**
   * Sends nothing while a value is invalid. Rejected values stay on the page.
   * @returns `undefined` if nothing was sent
   */
  save(): Promise<SaveReport | undefined>;
}

export function useSettingsForm(
  uiSettings: IUiSettingsClient,
  settings: readonly Setting[]
): SettingsForm {
  const [changes, setChanges] = useState<SettingDrafts>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const listChanged = useMemo(
    () => settings.filter(({ key }) => changes.has(key)),
    [settings, changes]
  );

  const putChange = useCallback((key: string, change: SettingChangeDraft | undefined) => {
    setChanges((current) => withEntry(current, key, change));
    setErrors((current) => withEntry(current, key, undefined));
  }, []);

  const edit = useCallback(
    (setting: Setting, draft: Draft) =>
      putChange(
        setting.key,
        draft === toDraft(setting, setting.value) ? undefined : { kind: 'edit', draft }
      ),
    [putChange]
  );
  const reset = useCallback(
    (setting: Setting) => putChange(setting.key, setting.isDefault ? undefined : { kind: 'reset' }),
    [putChange]
  );
  const discard = useCallback(() => {
    setChanges(new Map());
    setErrors(new Map());
  }, []);

  const save = useCallback(async () => {
    const { toSend, invalid } = prepare(listChanged, changes);
    setErrors(invalid);
    if (invalid.size > 0) return undefined;
    setIsSaving(true);
    const report = await saveSettings(uiSettings, toSend);
    setChanges((current) => new Map([...current].filter(([key]) => report.errors.has(key))));
    setErrors(report.errors);
    setIsSaving(false);
    return report;
  }, [uiSettings, listChanged, changes]);

  const field = useCallback(
    (setting: Setting): SettingField => toField(setting, changes.get(setting.key), errors),
    [changes, errors]
  );
  const changedKeys = useMemo(() => listChanged.map(({ key }) => key), [listChanged]);
  return {
    changes,
    restore: setChanges,
    changedKeys,
    isSaving,
    field,
    edit,
    reset,
    discard,
    save,
  };
}

function toField(
  setting: Setting,
  change: SettingChangeDraft | undefined,
  errors: ReadonlyMap<string, string>
): SettingField {
  const { defaultValue, value, isCustom, isDefault } = setting;
  const error = errors.get(setting.key);
  const isReset = change?.kind === 'reset';
  return {
    draft:
      change?.kind === 'edit'
        ? change.draft
        : toDraft(setting, isReset && !isCustom ? defaultValue : value),
    isChanged: change !== undefined,
    isRemoved: isReset && isCustom,
    isDefault: isReset || (isDefault && change === undefined),
    ...(error !== undefined && { error }),
  };
}

function prepare(
  changed: readonly Setting[],
  changes: SettingDrafts
): { toSend: SettingChange[]; invalid: Map<string, string> } {
  const toSend: SettingChange[] = [];
  const invalid = new Map<string, string>();
  for (const setting of changed) {
    const change = changes.get(setting.key);
    if (change?.kind === 'edit') {
      const parsed = parseDraft(setting, change.draft);
      if (parsed.isValid) toSend.push({ setting, value: valueToStore(setting, parsed.value) });
      else invalid.set(setting.key, parsed.reason);
    } else {
      toSend.push({ setting, value: null });
    }
  }
  return { toSend, invalid };
}

function withEntry<V>(
  map: ReadonlyMap<string, V>,
  key: string,
  value: V | undefined
): ReadonlyMap<string, V> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}
