/**
 * The configuration: files, overridden by environment variables, overridden by arguments. Each
 * section is validated when it registers; only keys that are set are, so a start with defaults does
 * not load the validator. Problems are collected, so that one run names all of them.
 */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { CONFIG_LIMITS } from '../../../contracts/limits';
import { EXIT_INVALID_CONFIG, EXIT_UNKNOWN_KEY, StartError } from '../start_error';
import {
  environmentName,
  fromArguments,
  fromEnvironment,
  fromFile,
  inCurrentSection,
  indexKeys,
  type Assignment,
} from './assignments';
import type { ConfigFile } from './config_file';
import { classify } from './dashboards_keys';
import {
  getDefaults,
  describeExpected,
  findMember,
  hasEffect,
  listLeaves,
  missingKeys,
  type Leaf,
} from './schema_walk';
import { showValue, withoutUrlCredentials } from './secrets';
import { nearestKey } from './suggestion';
import type { ConfigSection } from './types';

export interface ConfigSources {
  /** Later ones override earlier ones. */
  readonly files: readonly ConfigFile[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: ReadonlyArray<readonly [key: string, text: string]>;
  /** Further lines for the log and `--check-config`. */
  readonly notes?: readonly string[];
}

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Problem {
  /** Key or section that it is about. */
  readonly key: string;
  readonly error: StartError;
}

export class ConfigService {
  private readonly leaves: Leaf[] = [];
  private readonly values = new Map<string, unknown>();
  private readonly problems: Problem[] = [];
  private readonly effects: string[] = [];
  /** Sections without a reader (disabled plugins), which may contain anything. */
  private readonly ignored: string[] = [];
  /** Keys of OpenSearch Dashboards that have no effect here, with the reason. */
  private readonly idle = new Map<string, string>();
  /** Sections of plugins of OpenSearch Dashboards. */
  private readonly foreign = new Set<string>();
  /** Variables that look like keys but are none; other programs may have set them. */
  private readonly strangeVariables = new Set<string>();

  constructor(private readonly sources: ConfigSources) {}

  get fileNames(): readonly string[] {
    return this.sources.files.map(({ name }) => name);
  }

  /** Whether no problem was found so far. */
  get isValid(): boolean {
    return this.problems.length === 0;
  }

  /**
   * Validates a section and stores its value. Invalid keys get their defaults, and
   * {@link assertValid} reports them.
   */
  async register<S extends TObject>(section: ConfigSection<S>): Promise<Static<S>> {
    const { path, schema } = isMap(section.schema) ? asOnlyKey(section) : section;
    const leaves = listLeaves(path, schema);
    this.leaves.push(...leaves);
    const value = getDefaults(schema);
    const assignments = this.getAssignments(leaves);
    const invalid =
      assignments.length > 0
        ? await applyAssignments(path, assignments, value)
        : new Map<string, string>();
    const missing = missingKeys(path, schema, value);
    for (const leaf of missing) invalid.set(leaf.key, invalidLine(path, leaf));
    for (const [key, line] of invalid) this.addProblem(key, line);
    if (missing.length === 0)
      for (const text of section.validate?.(value as Static<S>) ?? [])
        // A rule may misjudge the default that stands in for an invalid value.
        if (![...invalid.keys()].some((key) => mentions(text, key)))
          this.addProblem(keyIn(text) ?? path, `[config validation of [${path}]]: ${text}`);
    if (invalid.size === 0)
      this.effects.push(...(section.describeEffects?.(value as Static<S>) ?? []));
    const registered = path === section.path ? value : value[lastPart(section.path)];
    this.values.set(section.path, registered);
    return registered as Static<S>;
  }

  /**
   * Runs a check of keys that begin with `keys`, unless they have a problem already, and keeps its
   * problem.
   */
  async check(keys: string, run: () => unknown): Promise<void> {
    if (this.problems.some(({ key }) => key === keys || key.startsWith(`${keys}.`))) return;
    try {
      await run();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      this.problems.push({ key: keys, error });
    }
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
    return this.getAssignments([leaf]).at(-1)?.value !== false;
  }

  ignoreSection(path: string): void {
    this.ignored.push(path);
  }

  /** @throws {StartError} exit code 78, with a line for each problem of the registered sections */
  assertValidValues(): void {
    throwAll(this.problems.map(({ error }) => error));
  }

  /**
   * To be called when all sections are registered.
   * @throws {StartError} exit code 64 if keys are unknown, with the nearest known ones; 78 if
   *   values are invalid
   */
  assertValid(): void {
    const unknown = this.findUnknownKeys();
    const error =
      unknown.length > 0 &&
      new StartError(
        `Unknown configuration key(s): ${unknown.join(', ')}. ` +
          'Check for spelling errors and ensure that expected plugins are installed.',
        EXIT_UNKNOWN_KEY
      );
    throwAll([...this.problems.map((one) => one.error), ...(error ? [error] : [])]);
  }

  private findUnknownKeys(): string[] {
    const index = indexKeys(this.leaves);
    const unknown: string[] = [];
    const known = this.leaves.map((leaf) => leaf.key);
    const isIgnored = (key: string) =>
      this.ignored.some((path) => key === path || key.startsWith(`${path}.`));
    const add = (key: string) => {
      if (!isIgnored(key))
        unknown.push(describeUnknown(key, nearestKey(inCurrentSection(key), known)));
    };
    const sections = [...new Set(known.map((key) => key.split('.', 1)[0] as string))];
    for (const file of this.sources.files)
      fromFile(file, index, this.sources.env, (key, value) => {
        const found = classify(inCurrentSection(key), value, file.name, sections);
        if (found.kind === 'idle') this.idle.set(key, found.reason);
        else if (found.kind === 'refused')
          unknown.push(`"${key}" (not supported: ${found.reason})`);
        else if (found.kind === 'foreign') this.foreign.add(`${key.split('.', 1)[0]}.*`);
        else add(key);
      });
    fromEnvironment(this.sources.env, index, (name) => {
      const isForIgnored = this.ignored.some((path) =>
        name.toUpperCase().startsWith(`${environmentName(path)}_`)
      );
      if (!isForIgnored)
        this.strangeVariables.add(
          describeUnknown(name, nearestKey(name, known.map(environmentName)))
        );
    });
    fromArguments(this.sources.settings, index, add);
    return unknown;
  }

  /**
   * Log messages about keys that were renamed or ignored for compatibility with OpenSearch
   * Dashboards, and about variables that are no keys.
   */
  notes(): string[] {
    const renamed = this.getAssignments(this.leaves)
      .filter((one) => one.renamedFrom !== undefined)
      .map((one) => `${one.renamedFrom} as ${getName(one)}`);
    const ignored = [...this.idle.keys(), ...this.foreign];
    return [
      ...(renamed.length > 0 ? [`Keys with another name here: ${renamed.join(', ')}.`] : []),
      ...(ignored.length > 0
        ? [`Keys without effect here: ${ignored.join(', ')}. --check-config tells why.`]
        : []),
      ...this.notesOfSources(),
    ];
  }

  private notesOfSources(): string[] {
    const names = [...this.strangeVariables];
    const more = names.length - CONFIG_LIMITS.variablesNamed;
    const shown = names.slice(0, CONFIG_LIMITS.variablesNamed).join(', ');
    return [
      ...(names.length > 0
        ? [`Environment variables without effect: ${shown}${more > 0 ? ` and ${more} more` : ''}.`]
        : []),
      ...(this.sources.notes ?? []),
      ...this.effects,
    ];
  }

  /** Returns one paragraph for each key that is set. @param meanings - descriptions by key */
  describe(meanings: ReadonlyMap<string, string>): string {
    const set = new Map(this.getAssignments(this.leaves).map((one) => [getName(one), one]));
    const paragraphs = [...set.values()].map((one) => {
      const { leaf, origin } = one;
      const meaning = hasEffect(leaf.schema)
        ? (meanings.get(leaf.key) ?? `Takes ${describeExpected(leaf.schema)}.`)
        : 'No effect: kept so that files of earlier versions can be read.';
      return `${getName(one)}: ${showAssigned(one)}\n    ${meaning}\n    Set by ${origin}.`;
    });
    for (const [key, reason] of this.idle) paragraphs.push(`${key}\n    No effect: ${reason}.`);
    if (this.foreign.size > 0)
      paragraphs.push(
        `Ignored, for these plugins are not part of this product: ${[...this.foreign].join(', ')}`
      );
    if (paragraphs.length === 0) paragraphs.push('No key is set; all have their defaults.');
    return `${[...paragraphs, ...this.notesOfSources()].join('\n\n')}\n`;
  }

  private addProblem(key: string, line: string): void {
    const error = new StartError(withoutUrlCredentials(line), EXIT_INVALID_CONFIG);
    this.problems.push({ key, error });
  }

  private getAssignments(leaves: readonly Leaf[]): Assignment[] {
    const index = indexKeys(leaves);
    const { files, env, settings } = this.sources;
    return [
      ...files.flatMap((file) => fromFile(file, index, env)),
      ...fromEnvironment(env, index),
      ...fromArguments(settings, index),
    ];
  }
}

/** A section that is a map with arbitrary keys. */
const isMap = (schema: TSchema): boolean => schema['properties'] === undefined;

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A map as the only key of the section around it. */
const asOnlyKey = ({ path, schema }: { readonly path: string; readonly schema: TSchema }) => ({
  path: path.slice(0, path.lastIndexOf('.')),
  schema: Type.Object({ [lastPart(path)]: schema }),
});

/** A single problem stays one line. */
function throwAll(errors: readonly StartError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const lines = errors.flatMap(({ message }) => message.split('\n'));
  if (lines.length === 1) throw first;
  const isInvalid = errors.some(({ exitCode }) => exitCode === EXIT_INVALID_CONFIG);
  throw new StartError(
    [`The configuration has ${lines.length} problems:`, ...lines].join('\n  '),
    isInvalid ? EXIT_INVALID_CONFIG : EXIT_UNKNOWN_KEY
  );
}

/** The key that a sentence of a section's rules begins with. */
const keyIn = (text: string): string | undefined => /^\[?([\w.]+)/.exec(text)?.[1];

const mentions = (text: string, key: string): boolean =>
  text.split(/[^\w]+/).includes(key.split('.').at(-1) as string);

const getName = ({ leaf, entry }: Pick<Assignment, 'leaf' | 'entry'>): string =>
  entry === undefined ? leaf.key : `${leaf.key}.${entry}`;

const describeUnknown = (key: string, nearest: string | undefined): string =>
  nearest ? `"${key}" (did you mean "${nearest}"?)` : `"${key}"`;

/**
 * Writes the assignments into `target`, later ones over earlier ones, then validates each key once.
 * A key with a problem keeps its default.
 * @returns one line for each key with a problem
 */
async function applyAssignments(
  path: string,
  assignments: readonly Assignment[],
  target: Record<string, unknown>
): Promise<Map<string, string>> {
  const defaults = structuredClone(target);
  const last = new Map<string, Assignment>();
  const problems = new Map<string, string>();
  for (const assignment of assignments) {
    const { leaf, entry, value, problem } = assignment;
    if (problem !== undefined) {
      problems.set(leaf.key, problemLine(path, assignment, problem));
      continue;
    }
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
  if (last.size > 0) {
    const { Ajv } = await import('ajv');
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const [key, { leaf, origin }] of last) {
      const value = read(target, path, key);
      if (!problems.has(key) && !ajv.validate(leaf.schema, value))
        problems.set(key, invalidLine(path, leaf, value, origin));
    }
  }
  for (const key of problems.keys()) write(target, path, key, read(defaults, path, key));
  return problems;
}

const problemLine = (path: string, { leaf, origin }: Assignment, problem: string): string =>
  `[config validation of [${path}].${leaf.key.slice(path.length + 1)}]: ${problem} (set by ${origin})`;

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

function invalidLine(path: string, leaf: Leaf, value?: unknown, origin?: string): string {
  const key = leaf.key.slice(path.length + 1);
  const got = value === undefined ? 'nothing' : showValue(value, leaf.schema);
  const setBy = origin ? ` (set by ${origin})` : '';
  return `[config validation of [${path}].${key}]: expected ${describeExpected(leaf.schema)} but got ${got}${setBy}`;
}

/** An entry of a map is shown as its schema says, as part of the whole map would be. */
function showAssigned({ leaf, entry, value }: Assignment): string {
  const schema = entry === undefined ? leaf.schema : findMember(leaf.schema, entry);
  return schema === undefined ? '(not shown)' : showValue(value, schema);
}
