/**
 * The configuration: file, overridden by environment variables, overridden by arguments. Each
 * section is validated when it registers; only keys that are set are, so a start with defaults does
 * not load the validator.
 */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { EXIT_INVALID_CONFIG, EXIT_UNKNOWN_KEY, StartError } from '../start_error';
import {
  environmentName,
  fromArguments,
  fromEnvironment,
  fromFile,
  indexKeys,
  type Assignment,
} from './assignments';
import type { ConfigTree } from './config_file';
import { classify } from './dashboards_keys';
import {
  defaultsOf,
  describeExpected,
  hasEffect,
  leavesOf,
  missingKeys,
  type Leaf,
} from './schema_walk';
import { nearestKey } from './suggestion';
import type { ConfigSection } from './types';

export interface ConfigSources {
  readonly file: ConfigTree;
  /** Shown in error messages. */
  readonly fileName: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: ReadonlyArray<readonly [key: string, text: string]>;
}

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export class ConfigService {
  private readonly leaves: Leaf[] = [];
  private readonly values = new Map<string, unknown>();
  /** Sections without a reader (disabled plugins), which may contain anything. */
  private readonly ignored: string[] = [];
  /** Keys of OpenSearch Dashboards that have no effect here, with the reason. */
  private readonly idle = new Map<string, string>();
  /** Sections of plugins of OpenSearch Dashboards. */
  private readonly foreign = new Set<string>();

  constructor(private readonly sources: ConfigSources) {}

  /**
   * Validates a section and stores its value.
   * @throws {StartError} one line: the key, its value, the expected value and the origin
   */
  async register<S extends TObject>(section: ConfigSection<S>): Promise<Static<S>> {
    const leaves = leavesOf(section.path, section.schema);
    this.leaves.push(...leaves);
    const value = defaultsOf(section.schema);
    const assignments = this.assignmentsOf(leaves);
    if (assignments.length > 0) await checkAssignments(section.path, assignments, value);
    const [missing] = missingKeys(section.path, section.schema, value);
    if (missing)
      throw new StartError(invalidLine(section.path, missing, undefined), EXIT_INVALID_CONFIG);
    const problem = section.validate?.(value as Static<S>)[0];
    if (problem)
      throw new StartError(
        `[config validation of [${section.path}]]: ${problem}`,
        EXIT_INVALID_CONFIG
      );
    this.values.set(section.path, value);
    return value as Static<S>;
  }

  /** Returns the value of a registered section. */
  get<T>(path: string): T {
    if (!this.values.has(path))
      throw new Error(`Configuration section "${path}" is not registered.`);
    return this.values.get(path) as T;
  }

  /**
   * Reads `{path}.enabled` before the section's schema is known. Anything but `false` counts as
   * enabled.
   */
  isEnabled(path: string, schema: TSchema): boolean {
    const leaf: Leaf = { key: `${path}.enabled`, schema, isMap: false };
    return this.assignmentsOf([leaf]).at(-1)?.value !== false;
  }

  ignoreSection(path: string): void {
    this.ignored.push(path);
  }

  /** @throws {StartError} exit code 64, with each unknown key and the nearest known one */
  assertNoUnknownKeys(): void {
    const index = indexKeys(this.leaves);
    const unknown: string[] = [];
    const known = this.leaves.map((leaf) => leaf.key);
    const isIgnored = (key: string) =>
      this.ignored.some((path) => key === path || key.startsWith(`${path}.`));
    const add = (key: string) => {
      if (!isIgnored(key)) unknown.push(describeUnknown(key, nearestKey(key, known)));
    };
    const sections = [...new Set(known.map((key) => key.split('.', 1)[0] as string))];
    fromFile(this.sources.file, this.sources.fileName, index, (key, value) => {
      const found = classify(key, value, this.sources.fileName, sections);
      if (found.kind === 'idle') this.idle.set(key, found.reason);
      else if (found.kind === 'refused') unknown.push(`"${key}" (not supported: ${found.reason})`);
      else if (found.kind === 'foreign') this.foreign.add(`${key.split('.', 1)[0]}.*`);
      else add(key);
    });
    fromEnvironment(this.sources.env, index, (name) => {
      const isForIgnored = this.ignored.some((path) =>
        name.toUpperCase().startsWith(`${environmentName(path)}_`)
      );
      if (!isForIgnored)
        unknown.push(describeUnknown(name, nearestKey(name, known.map(environmentName))));
    });
    fromArguments(this.sources.settings, index, add);
    if (unknown.length === 0) return;
    throw new StartError(
      `Unknown configuration key(s): ${unknown.join(', ')}. ` +
        'Check for spelling errors and ensure that expected plugins are installed.',
      EXIT_UNKNOWN_KEY
    );
  }

  /**
   * Log messages about keys that were renamed or ignored for compatibility with OpenSearch
   * Dashboards.
   */
  notes(): string[] {
    const renamed = this.assignmentsOf(this.leaves)
      .filter((one) => one.renamedFrom !== undefined)
      .map((one) => `${one.renamedFrom} as ${nameOf(one)}`);
    const ignored = [...this.idle.keys(), ...this.foreign];
    return [
      ...(renamed.length > 0 ? [`Keys with another name here: ${renamed.join(', ')}.`] : []),
      ...(ignored.length > 0
        ? [`Keys without effect here: ${ignored.join(', ')}. --check-config tells why.`]
        : []),
    ];
  }

  /** Returns one paragraph for each key that is set. @param meanings - descriptions by key */
  describe(meanings: ReadonlyMap<string, string>): string {
    const set = new Map(this.assignmentsOf(this.leaves).map((one) => [nameOf(one), one]));
    const paragraphs = [...set.values()].map(({ leaf, value, origin, ...one }) => {
      const meaning = hasEffect(leaf.schema)
        ? (meanings.get(leaf.key) ?? `Takes ${describeExpected(leaf.schema)}.`)
        : 'No effect: kept so that files of earlier versions can be read.';
      return `${nameOf({ leaf, ...one })}: ${showValue(leaf.key, value)}\n    ${meaning}\n    Set by ${origin}.`;
    });
    for (const [key, reason] of this.idle) paragraphs.push(`${key}\n    No effect: ${reason}.`);
    if (this.foreign.size > 0)
      paragraphs.push(
        `Ignored, for these plugins are not part of this product: ${[...this.foreign].join(', ')}`
      );
    return paragraphs.length > 0
      ? `${paragraphs.join('\n\n')}\n`
      : 'No key is set; all have their defaults.\n';
  }

  private assignmentsOf(leaves: readonly Leaf[]): Assignment[] {
    const index = indexKeys(leaves);
    return [
      ...fromFile(this.sources.file, this.sources.fileName, index),
      ...fromEnvironment(this.sources.env, index),
      ...fromArguments(this.sources.settings, index),
    ];
  }
}

const nameOf = ({ leaf, entry }: Pick<Assignment, 'leaf' | 'entry'>): string =>
  entry === undefined ? leaf.key : `${leaf.key}.${entry}`;

const describeUnknown = (key: string, nearest: string | undefined): string =>
  nearest ? `"${key}" (did you mean "${nearest}"?)` : `"${key}"`;

/**
 * Writes the assignments into `target`, later ones over earlier ones, then validates each key once.
 */
async function checkAssignments(
  path: string,
  assignments: readonly Assignment[],
  target: Record<string, unknown>
): Promise<void> {
  const last = new Map<string, Assignment>();
  for (const assignment of assignments) {
    const { leaf, entry, value } = assignment;
    if (entry !== undefined && !UNSAFE_KEYS.has(entry)) {
      const map = { ...(read(target, path, leaf.key) as object | undefined), [entry]: value };
      write(target, path, leaf.key, map);
    } else {
      // In YAML, a key without a value means "not set".
      if (value === null && !acceptsNull(leaf.schema)) continue;
      write(target, path, leaf.key, value);
    }
    last.set(leaf.key, assignment);
  }
  if (last.size === 0) return;
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const assignment of last.values()) {
    const value = read(target, path, assignment.leaf.key);
    if (!ajv.validate(assignment.leaf.schema, value)) {
      throw new StartError(
        invalidLine(path, assignment.leaf, value, assignment.origin),
        EXIT_INVALID_CONFIG
      );
    }
  }
}

function acceptsNull(schema: TSchema): boolean {
  const { type, anyOf } = schema as { type?: string; anyOf?: TSchema[] };
  return type === 'null' || (anyOf ?? []).some(acceptsNull);
}

const segments = (path: string, key: string): string[] => key.slice(path.length + 1).split('.');

function read(target: Record<string, unknown>, path: string, key: string): unknown {
  return segments(path, key).reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | undefined)?.[name],
    target
  );
}

function write(target: Record<string, unknown>, path: string, key: string, value: unknown): void {
  const names = segments(path, key);
  let node = target;
  for (const name of names.slice(0, -1)) node = (node[name] ??= {}) as Record<string, unknown>;
  node[names.at(-1) as string] = value;
}

function invalidLine(path: string, leaf: Leaf, value: unknown, origin?: string): string {
  const key = leaf.key.slice(path.length + 1);
  const got = value === undefined ? 'nothing' : showValue(leaf.key, value);
  const setBy = origin ? ` (set by ${origin})` : '';
  return `[config validation of [${path}].${key}]: expected ${describeExpected(leaf.schema)} but got ${got}${setBy}`;
}

const SECRET_KEY = /(password|passphrase|secret|token|credential|authorization|(^|[._])key)$/i;

/** Formats a value for an error message: shortened, and without secrets. */
function showValue(key: string, value: unknown): string {
  if (SECRET_KEY.test(key)) return `a ${typeof value} (not shown)`;
  const text =
    JSON.stringify(value, (name, inner: unknown) =>
      SECRET_KEY.test(name) ? '(not shown)' : inner
    ) ?? String(value);
  const safe = text.replace(/(\w+:\/\/)[^/\s"@]*@/g, '$1(not shown)@');
  return safe.length > 80 ? `${safe.slice(0, 80)}…` : safe;
}
