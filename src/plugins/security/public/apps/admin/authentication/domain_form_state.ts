/** Form values of an authentication domain, converted from and to the stored domain. */
import { t } from '@sd/core/public';
import type { FormProblems } from '@sd/ui_kit';
import { DOMAIN_TYPES, type DomainSetting, listSettings } from './domain_settings';

type Json = Readonly<Record<string, unknown>>;

export interface DomainForm {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly isEnabled: boolean;
  readonly isChallenging: boolean;
  readonly order: string;
  /** By field name (`fieldOf`); '' for unset values. */
  readonly settings: Readonly<Record<string, string>>;
  /** JSON of the settings without a field. */
  readonly more: string;
}

/** Field name of a setting; dots would create nested objects in the form. */
export const fieldName = (key: string): string => key.replaceAll('.', '__');

/** @param order - order of a new domain */
export function domainToForm(name: string, domain: Json | undefined, order = 0): DomainForm {
  const http = part(domain, 'http_authenticator');
  const type = typeof http['type'] === 'string' ? http['type'] : 'jwt';
  const rest = deepCopy(part(http, 'config'));
  // Every field needs a value, whichever type is selected next.
  const settings = {
    ...Object.fromEntries(
      DOMAIN_TYPES.flatMap((one) => listSettings(one)).map(({ key }) => [fieldName(key), ''])
    ),
    ...Object.fromEntries(
      listSettings(type).map((setting) => [fieldName(setting.key), extractValue(rest, setting)])
    ),
  };
  return {
    name,
    type,
    settings,
    description: typeof domain?.['description'] === 'string' ? domain['description'] : '',
    isEnabled: domain?.['http_enabled'] !== false,
    // A domain that challenges for a token would hide the password domains behind it.
    isChallenging: domain === undefined ? false : http['challenge'] !== false,
    order: String(domain?.['order'] ?? order),
    more: Object.keys(rest).length > 0 ? JSON.stringify(rest, null, 2) : '',
  };
}

/** @param original - its fields that the form does not know are kept */
export function formToDomain(form: DomainForm, original: Json | undefined): Json {
  const { description: _description, ...rest } = original ?? {};
  const before = part(original, 'http_authenticator');
  const config = parseMore(form) ?? {};
  for (const { key, kind } of listSettings(form.type))
    putValue(config, key, kind, form.settings[fieldName(key)] ?? '');
  const backend = form.type === 'basic' ? 'intern' : 'noop';
  return {
    ...rest,
    http_enabled: form.isEnabled,
    order: Number(form.order),
    ...(form.description.trim() !== '' && { description: form.description.trim() }),
    http_authenticator: { ...before, type: form.type, challenge: form.isChallenging, config },
    authentication_backend:
      before['type'] === form.type
        ? (original?.['authentication_backend'] ?? { type: backend, config: {} })
        : { type: backend, config: {} },
  };
}

/** @param others - names already in use */
export function domainProblems(form: DomainForm, others: readonly string[]): FormProblems {
  const { name, order } = form;
  return {
    ...(!/^[\w.-]{1,100}$/.test(name) && {
      name: t(
        'security.domain.invalidName',
        'Use up to 100 letters, digits, dots, hyphens and underscores.'
      ),
    }),
    ...(others.includes(name) && {
      name: t('security.domain.nameTaken', 'A domain with this name already exists.'),
    }),
    ...(!/^-?\d{1,6}$/.test(order) && {
      order: t('security.domain.invalidOrder', 'Enter a whole number. The lowest is tried first.'),
    }),
    ...(parseMore(form) === undefined && {
      more: t('security.domain.invalidMore', 'This is not a JSON object.'),
    }),
  };
}

/**
 * Field of an engine error, whose text starts with the setting.
 * @returns `undefined` if it names no setting
 */
export function fieldOfProblem(problem: string): string | undefined {
  const key = /^[\w.]+/.exec(problem)?.[0] ?? '';
  const keys = DOMAIN_TYPES.flatMap((type) => listSettings(type)).map((setting) => setting.key);
  return keys.includes(key) ? `settings.${fieldName(key)}` : undefined;
}

const deepCopy = (config: Json): Record<string, unknown> =>
  JSON.parse(JSON.stringify(config)) as Record<string, unknown>;

function parseMore({ more }: DomainForm): Record<string, unknown> | undefined {
  if (more.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(more);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a value from the settings if its field can display it. */
function extractValue(config: Record<string, unknown>, { key, kind }: DomainSetting): string {
  const [parent, lastKey] = findSetting(config, key);
  const value = parent?.[lastKey];
  const isList = kind === 'list' && Array.isArray(value);
  if (!isList && !['string', 'number', 'boolean'].includes(typeof value)) return '';
  delete parent?.[lastKey];
  const [first = ''] = key.split('.');
  if (isObject(config[first]) && Object.keys(config[first]).length === 0) delete config[first];
  return isList ? value.map(String).join('\n') : String(value);
}

function putValue(
  config: Record<string, unknown>,
  key: string,
  kind: string | undefined,
  text: string
) {
  const value = kind === 'area' ? text.trim() : text;
  if (value.trim() === '') return;
  const lines = value.split('\n').flatMap((line) => line.trim() || []);
  const steps = key.split('.');
  const lastKey = steps.pop() as string;
  let parent = config;
  for (const step of steps) {
    if (!isObject(parent[step])) parent[step] = {};
    parent = parent[step] as Record<string, unknown>;
  }
  parent[lastKey] = kind === 'list' ? (lines.length === 1 ? lines[0] : lines) : value.trim();
}

/** Settings can be nested or have dots in their names. */
function findSetting(
  config: Record<string, unknown>,
  key: string
): [Record<string, unknown> | undefined, string] {
  if (Object.hasOwn(config, key)) return [config, key];
  const steps = key.split('.');
  const lastKey = steps.pop() as string;
  let parent: unknown = config;
  for (const step of steps) parent = isObject(parent) ? parent[step] : undefined;
  return [isObject(parent) && Object.hasOwn(parent, lastKey) ? parent : undefined, lastKey];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const part = (source: Json | undefined, key: string): Json => {
  const value = source?.[key];
  return isObject(value) ? value : {};
};
