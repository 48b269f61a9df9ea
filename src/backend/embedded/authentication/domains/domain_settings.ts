/**
 * Reads the `config` of an authenticator: keys may be nested (`idp: {entity_id}`) or dotted
 * (`idp.entity_id`), and numbers and flags may be text, as on a cluster.
 */
import { isJsonObject } from '../../../model/entity_shape';
import { DomainSettingsError } from './domain';

export class DomainSettings {
  constructor(private readonly source: Readonly<Record<string, unknown>>) {}

  text(key: string): string | undefined {
    const value = this.value(key);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'object') throw new DomainSettingsError(`${key} has to be a text`);
    return String(value);
  }

  required(key: string): string {
    const value = this.text(key);
    if (value === undefined) throw new DomainSettingsError(`${key} is missing`);
    return value;
  }

  /** A list, or a comma-separated text. */
  list(key: string): readonly string[] {
    const value = this.value(key);
    return Array.isArray(value)
      ? value.map(String)
      : (this.text(key) ?? '')
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean);
  }

  /** A list, or a text as its only element. */
  texts(key: string): readonly string[] {
    const value = this.value(key);
    if (Array.isArray(value)) return value.map(String);
    const text = this.text(key);
    return text === undefined ? [] : [text];
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.text(key);
    return value === undefined ? otherwise : value === 'true';
  }

  /** A non-negative integer. */
  number(key: string, otherwise: number): number {
    const value = this.text(key);
    if (value === undefined) return otherwise;
    if (!/^\d{1,15}$/.test(value)) throw new DomainSettingsError(`${key} has to be a number`);
    return Number(value);
  }

  /** A limit that a setting may lower; -1 or no value keeps it. */
  limit(key: string, most: number): number {
    const value = this.text(key);
    return value === undefined || value === '-1' ? most : Math.min(most, this.number(key, most));
  }

  private value(key: string): unknown {
    if (Object.hasOwn(this.source, key)) return this.source[key];
    let found: unknown = this.source;
    for (const part of key.split('.')) {
      if (!isJsonObject(found) || !Object.hasOwn(found, part)) return undefined;
      found = found[part];
    }
    return found;
  }
}
