/** Registry of the declared settings, which also validates values. */
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import type { TSchema } from '@sinclair/typebox';
import { defineMessage, type Text, type UiSettingsType } from '../../common';
import { inEnglish } from '../i18n';
import { describeReason, valueType } from '../saved_objects/schema_error';
import type { UiSettingsParams } from './types';

export const EXPECTED_FINITE_NUMBER = defineMessage('core.settings.expectedFinite', {
  defaultMessage: 'expected a finite number',
});

type PublicParams = Omit<UiSettingsParams, 'schema' | 'validate'>;

export class SettingsRegistry {
  private readonly settings = new Map<string, UiSettingsParams>();
  private readonly checks = new Map<string, TypeCheck<TSchema>>();
  private defaults: Readonly<Record<string, PublicParams>> | undefined;

  /** @throws for a duplicate key, and for a default that its own rules reject */
  register(settings: Readonly<Record<string, UiSettingsParams>>): void {
    for (const [key, params] of Object.entries(settings)) {
      if (this.settings.has(key))
        throw new Error(`uiSettings for the key [${key}] has been already registered`);
      this.settings.set(key, Object.freeze({ ...params }));
      const reason = params.value === undefined ? undefined : this.check(key, params.value);
      if (reason !== undefined) {
        this.settings.delete(key);
        throw new Error(`[ui settings defaults [${key}]]: ${inEnglish(reason)}`);
      }
    }
    this.defaults = undefined;
  }

  get(key: string): UiSettingsParams | undefined {
    return this.settings.get(key);
  }

  /** Without server-only properties; frozen. Has no prototype, so that any key is safe. */
  getDefaults(): Readonly<Record<string, PublicParams>> {
    this.defaults ??= Object.freeze(
      [...this.settings].reduce(
        (all, [key, { schema: _schema, validate: _validate, ...params }]) => {
          all[key] = params;
          return all;
        },
        Object.create(null) as Record<string, PublicParams>
      )
    );
    return this.defaults;
  }

  /**
   * Returns the reason if the value is invalid, else `undefined`. Undeclared keys accept any value.
   */
  check(key: string, value: unknown): Text | undefined {
    const params = this.settings.get(key);
    if (!params) return undefined;
    return (
      (params.schema ? this.checkSchema(key, params.schema, value) : checkType(params, value)) ??
      params.validate?.(value)
    );
  }

  private checkSchema(key: string, schema: TSchema, value: unknown): Text | undefined {
    let check = this.checks.get(key);
    if (!check) {
      check = TypeCompiler.Compile(schema);
      this.checks.set(key, check);
    }
    if (check.Check(value)) return undefined;
    const error = check.Errors(value).First();
    return error ? describeReason(error) : 'the value is not valid';
  }
}

/** Checks the declared type only. */
function checkType(params: UiSettingsParams, value: unknown): Text | undefined {
  const type = params.type ?? typeOfDefault(params.value);
  switch (type) {
    case 'boolean':
    case 'number':
      return expectType(type, value);
    case 'string':
    case 'markdown':
    case 'image':
      return expectType('string', value);
    case 'array':
      return expectType('array', value);
    case 'json':
      return checkJson(value);
    case 'select':
      return checkOption(params.options ?? [], value);
    default:
      return undefined;
  }
}

function typeOfDefault(value: unknown): UiSettingsType | undefined {
  const type = valueType(value);
  return type === 'boolean' || type === 'number' || type === 'string' || type === 'array'
    ? type
    : undefined;
}

function expectType(type: string, value: unknown): Text | undefined {
  const actual = valueType(value);
  if (type !== actual) return `expected value of type [${type}] but got [${actual}]`;
  return type === 'number' && !Number.isFinite(value) ? EXPECTED_FINITE_NUMBER : undefined;
}

function checkJson(value: unknown): Text | undefined {
  if (typeof value !== 'string')
    return `expected value of type [string] but got [${valueType(value)}]`;
  try {
    JSON.parse(value);
    return undefined;
  } catch {
    return defineMessage('core.settings.expectedJson', { defaultMessage: 'expected JSON text' });
  }
}

function checkOption(options: readonly string[], value: unknown): Text | undefined {
  if (typeof value !== 'string')
    return `expected value of type [string] but got [${valueType(value)}]`;
  return options.length === 0 || options.includes(value)
    ? undefined
    : defineMessage('core.settings.expectedOption', {
        defaultMessage: 'expected one of [{options}] but got [{value}]',
        values: { options: options.join(', '), value },
      });
}
