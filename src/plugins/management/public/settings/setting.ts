/** Settings as the page shows them, and the conversion between stored values and control input. */
import { t, type UiSettingsState, type UiSettingsType } from '@sd/core/public';

type ControlKind = Exclude<UiSettingsType, 'undefined'>;

export interface Setting {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly kind: ControlKind;
  /** Absent for custom settings. */
  readonly defaultValue: unknown;
  /** The effective value. */
  readonly value: unknown;
  /** Stored without a declaration. */
  readonly isCustom: boolean;
  readonly isDefault: boolean;
  readonly isOverridden: boolean;
  readonly requiresPageReload: boolean;
  readonly options: readonly string[];
  readonly optionLabels: Readonly<Record<string, string>>;
}

/** Input of a control: a boolean for a switch, text for all others. */
export type Draft = string | boolean;

/** `reason` is shown to the user. */
export type ParsedDraft =
  | { readonly isValid: true; readonly value: unknown }
  | { readonly isValid: false; readonly reason: string };

const CUSTOM_CATEGORY = 'custom';
const GENERAL_CATEGORY = 'general';
/** Larger images would slow down every page. */
const MAX_IMAGE_BYTES = 1024 * 1024;

/**
 * Editable settings of the tenant, by category and name. Read-only settings are internal and left
 * out.
 */
export function listSettings(state: Readonly<UiSettingsState>): readonly Setting[] {
  return Object.entries(state)
    .filter(([, { readonly, personal }]) => !readonly && personal !== 'only')
    .map(([key, params]) => toSetting(key, params))
    .sort((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name));
}

function toSetting(key: string, params: UiSettingsState[string]): Setting {
  const isCustom = !('value' in params);
  const hasUserValue = params.userValue !== undefined && params.userValue !== null;
  const value = hasUserValue ? params.userValue : params.value;
  return {
    key,
    name: params.name ?? key,
    description: params.description ?? '',
    category: params.category?.[0] ?? (isCustom ? CUSTOM_CATEGORY : GENERAL_CATEGORY),
    kind: controlKind(params.type, params.value ?? value),
    defaultValue: params.value,
    value,
    isCustom,
    isDefault: !hasUserValue,
    isOverridden: params.isOverridden === true,
    requiresPageReload: params.requiresPageReload === true,
    options: params.options ?? [],
    optionLabels: params.optionLabels ?? {},
  };
}

function controlKind(type: UiSettingsType | undefined, value: unknown): ControlKind {
  if (type !== undefined && type !== 'undefined') return type;
  if (Array.isArray(value)) return value.every(isScalar) ? 'array' : 'json';
  if (typeof value === 'boolean' || typeof value === 'number') return typeof value as ControlKind;
  return typeof value === 'object' && value !== null ? 'json' : 'string';
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number';

/** Converts a value to the input of the setting's control. */
export function toDraft({ kind }: Pick<Setting, 'kind'>, value: unknown): Draft {
  if (kind === 'boolean') return value === true || value === 'true';
  if (value === undefined || value === null) return '';
  if (kind === 'array' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Parses the input as far as possible without the server. */
export function parseDraft(setting: Setting, draft: Draft): ParsedDraft {
  if (typeof draft === 'boolean') return valid(draft);
  switch (setting.kind) {
    case 'number':
      return parseNumber(draft);
    case 'json':
      return parseJson(setting, draft);
    case 'array':
      return valid(
        draft
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      );
    case 'image':
      return parseImage(draft);
    default:
      return valid(draft);
  }
}

const valid = (value: unknown): ParsedDraft => ({ isValid: true, value });

/** Accepts `Infinity` as text, because JSON cannot represent it. */
function parseNumber(draft: string): ParsedDraft {
  const text = draft.trim();
  if (text === 'Infinity') return valid(text);
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return valid(value);
  const reason = t('management.settings.invalidNumber', 'Enter a number.');
  return { isValid: false, reason };
}

/** Declared JSON settings are stored as text, custom ones as the parsed value. */
function parseJson({ isCustom }: Setting, draft: string): ParsedDraft {
  try {
    const value: unknown = JSON.parse(draft);
    return valid(isCustom ? value : draft);
  } catch (error) {
    const reason = t('management.settings.invalidJson', 'This is not valid JSON: {reason}', {
      reason: (error as Error).message,
    });
    return { isValid: false, reason };
  }
}

function parseImage(draft: string): ParsedDraft {
  if (draft.length <= (MAX_IMAGE_BYTES * 4) / 3 + 100) return valid(draft);
  const reason = t('management.settings.imageTooLarge', 'The image is larger than 1 MiB.');
  return { isValid: false, reason };
}

/** Whether every search word occurs in the name, description, key or category. */
export function matchesSearch(setting: Setting, search: string): boolean {
  const text = [setting.name, setting.description, setting.key, setting.category]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Heading of a category. Categories of plugins use their own name. */
export function categoryLabel(category: string): string {
  switch (category) {
    case GENERAL_CATEGORY:
      return t('management.settings.category.general', 'General');
    case 'accessibility':
      return t('management.settings.category.accessibility', 'Accessibility');
    case 'notifications':
      return t('management.settings.category.notifications', 'Notifications');
    case CUSTOM_CATEGORY:
      return t('management.settings.category.custom', 'Custom settings');
    default:
      return category.charAt(0).toUpperCase() + category.slice(1);
  }
}
