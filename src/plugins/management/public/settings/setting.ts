/**
 * Settings as the page shows them, and the way between stored values and what stands in a control.
 * Pure. Source: docs/reference/core.md#settings-client and #settings-api.
 */
import { i18n, type UiSettingsState, type UiSettingsType } from '@sd/core/public';

type ControlKind = Exclude<UiSettingsType, 'undefined'>;

export interface Setting {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly kind: ControlKind;
  /** Absent for custom settings. */
  readonly defaultValue: unknown;
  /** What is in force. */
  readonly value: unknown;
  /** Stored, but declared by nobody. */
  readonly isCustom: boolean;
  readonly isDefault: boolean;
  readonly isOverridden: boolean;
  readonly requiresPageReload: boolean;
  readonly options: readonly string[];
  readonly optionLabels: Readonly<Record<string, string>>;
}

/** What stands in a control: a switch has a boolean, everything else text. */
export type Draft = string | boolean;

/** `reason` is for people. */
export type ParsedDraft =
  | { readonly isValid: true; readonly value: unknown }
  | { readonly isValid: false; readonly reason: string };

const CUSTOM_CATEGORY = 'custom';
const GENERAL_CATEGORY = 'general';
/** Larger ones would make every page of the product slow to open. */
const MAX_IMAGE_BYTES = 1024 * 1024;

/**
 * All settings of the tenant people may look at, by category and name; read-only ones are the
 * product's own business.
 */
export function settingsOf(state: Readonly<UiSettingsState>): readonly Setting[] {
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
    kind: kindOf(params.type, params.value ?? value),
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

function kindOf(type: UiSettingsType | undefined, value: unknown): ControlKind {
  if (type !== undefined && type !== 'undefined') return type;
  if (Array.isArray(value)) return value.every(isScalar) ? 'array' : 'json';
  if (typeof value === 'boolean' || typeof value === 'number') return typeof value as ControlKind;
  return typeof value === 'object' && value !== null ? 'json' : 'string';
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number';

/** How a value stands in the control of a setting. */
export function draftOf({ kind }: Pick<Setting, 'kind'>, value: unknown): Draft {
  if (kind === 'boolean') return value === true || value === 'true';
  if (value === undefined || value === null) return '';
  if (kind === 'array' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The value to store, as far as it can be judged without the server. */
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

/** Some numbers may be endless; JSON has no such number, so that the word travels. */
function parseNumber(draft: string): ParsedDraft {
  const text = draft.trim();
  if (text === 'Infinity') return valid(text);
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return valid(value);
  const reason = i18n.translate('management.settings.invalidNumber', {
    defaultMessage: 'Enter a number.',
  });
  return { isValid: false, reason };
}

/** A declared one is stored as text; a custom one as it was, which is a value. */
function parseJson({ isCustom }: Setting, draft: string): ParsedDraft {
  try {
    const value: unknown = JSON.parse(draft);
    return valid(isCustom ? value : draft);
  } catch (error) {
    const reason = i18n.translate('management.settings.invalidJson', {
      defaultMessage: 'This is not valid JSON: {reason}',
      values: { reason: (error as Error).message },
    });
    return { isValid: false, reason };
  }
}

function parseImage(draft: string): ParsedDraft {
  if (draft.length <= (MAX_IMAGE_BYTES * 4) / 3 + 100) return valid(draft);
  const reason = i18n.translate('management.settings.imageTooLarge', {
    defaultMessage: 'The image is larger than 1 MiB.',
  });
  return { isValid: false, reason };
}

/** Whether every word occurs in name, description, key or category. */
export function matchesSearch(setting: Setting, search: string): boolean {
  const text = [setting.name, setting.description, setting.key, setting.category]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Heading of a category; those of plugins are shown by their own name. */
export function categoryLabel(category: string): string {
  switch (category) {
    case GENERAL_CATEGORY:
      return i18n.translate('management.settings.category.general', { defaultMessage: 'General' });
    case 'accessibility':
      return i18n.translate('management.settings.category.accessibility', {
        defaultMessage: 'Accessibility',
      });
    case 'notifications':
      return i18n.translate('management.settings.category.notifications', {
        defaultMessage: 'Notifications',
      });
    case CUSTOM_CATEGORY:
      return i18n.translate('management.settings.category.custom', {
        defaultMessage: 'Custom settings',
      });
    default:
      return category.charAt(0).toUpperCase() + category.slice(1);
  }
}
