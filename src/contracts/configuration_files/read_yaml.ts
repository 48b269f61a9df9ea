/**
 * Parses the YAML of configuration files, for commands, drift and pages alike. Takes time in
 * proportion to the text, also for malicious ones, and reports problems with their lines.
 */
import type * as Yaml from 'yaml';
import { IMPORT_LIMITS } from '../limits/import';
import { CLUSTER_TAGS } from './plain_scalars';

/** The package `yaml`, which pages load only when they read a file. */
export type YamlLibrary = Pick<
  typeof Yaml,
  'Composer' | 'Lexer' | 'Parser' | 'isAlias' | 'isMap' | 'isScalar' | 'isSeq'
>;
export type YamlDocument = Yaml.Document.Parsed<Yaml.ParsedNode>;

export interface YamlProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface ReadYaml {
  /** Usable only if there are no problems. */
  readonly document: YamlDocument;
  /** Offsets of further documents that are not empty. */
  readonly others: readonly number[];
  readonly problems: readonly YamlProblem[];
}

/**
 * For documents that are parsed or written. The package would compare each key with all others, so
 * `readYaml` looks for keys that occur twice.
 */
export const YAML_OPTIONS = {
  schema: 'failsafe',
  customTags: CLUSTER_TAGS,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
} satisfies Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions;

/** Quotes keep strings as strings in every YAML version. */
export const YAML_STYLE = {
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
} satisfies Yaml.ToStringOptions;

/** A problem, with the place in the text. */
type Report = (offset: number, message: string) => void;

export function readYaml(library: YamlLibrary, text: string): ReadYaml {
  const problems: YamlProblem[] = [];
  let more = 0;
  const report: Report = (offset, message) => {
    if (problems.length === IMPORT_LIMITS.yamlProblems) more++;
    else problems.push({ ...position(text, offset, message) });
  };
  const tokens = toTokens(library, text, report);
  const composer = new library.Composer(YAML_OPTIONS);
  const documents = [...composer.compose(tokens, true, text.length)];
  const [document, ...rest] = documents as unknown as [YamlDocument, ...YamlDocument[]];
  for (const { pos, message } of document.errors) report(pos[0], message);
  if (problems.length === 0) new Inspection(library, report).inspect(document.contents);
  const last = problems.at(-1);
  if (last && more > 0) problems.push({ line: last.line, message: `and ${more} more problems` });
  const others = rest
    .filter(({ contents, errors }) => contents !== null || errors.length > 0)
    .map(({ range }) => range[0]);
  return { document, others, problems };
}

/** The tokens up to a value that is nested too deeply: what composes them is recursive. */
function* toTokens(
  { Lexer, Parser }: YamlLibrary,
  text: string,
  report: Report
): Generator<Yaml.CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > IMPORT_LIMITS.yamlDepth) {
      report(parser.offset, `More than ${IMPORT_LIMITS.yamlDepth} levels are nested`);
      return;
    }
  }
  yield* parser.end();
}

function position(text: string, offset: number, message: string): YamlProblem {
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { line: before.length, message: `${message} at line ${before.length}, column ${column}` };
}

/** An anchor; `size` is the number of values below it, those of aliases included. */
interface Anchor {
  size?: number;
}

class Inspection {
  private readonly anchors = new Map<string, Anchor>();
  private aliases = 0;
  private aliasValues = 0;

  constructor(
    private readonly library: YamlLibrary,
    private readonly report: Report
  ) {}

  /** @returns the number of values that the node stands for */
  inspect(node: unknown): number {
    const { isAlias, isMap, isSeq } = this.library;
    if (isAlias(node)) return this.inspectAlias(node as Yaml.Alias.Parsed);
    const anchor: Anchor = {};
    const { anchor: name } = (node ?? {}) as { anchor?: string };
    if (name !== undefined) this.anchors.set(name, anchor);
    let size = 1;
    if (isSeq(node)) for (const item of node.items) size += this.inspect(item);
    else if (isMap(node)) size += this.inspectMap(node as Yaml.YAMLMap.Parsed);
    anchor.size = size;
    return size;
  }

  private inspectMap({ items }: Yaml.YAMLMap.Parsed): number {
    const names = new Set<string>();
    let size = 0;
    for (const { key, value } of items) {
      const name = this.library.isScalar(key) ? String(key.value) : '';
      if (names.has(name))
        this.report(key.range[0], `Map keys must be unique: ${shorten(name)} is there twice`);
      names.add(name);
      if (name === '<<' && this.hasAlias(value))
        this.report(
          key.range[0],
          'Merge keys (<<) are not supported, by clusters neither. Repeat the values'
        );
      size += this.inspect(value);
    }
    return size;
  }

  private hasAlias(value: unknown): boolean {
    const { isAlias, isSeq } = this.library;
    return isAlias(value) || (isSeq(value) && value.items.some(isAlias));
  }

  private inspectAlias({ source, range }: Yaml.Alias.Parsed): number {
    const { yamlAliases, yamlAliasValues } = IMPORT_LIMITS;
    const anchor = this.anchors.get(source);
    const name = shorten(source);
    if (!anchor) this.report(range[0], `The alias ${name} has no anchor before it`);
    else if (anchor.size === undefined)
      this.report(range[0], `The alias ${name} is inside the value that it stands for`);
    this.aliases++;
    const { size = 1 } = anchor ?? {};
    this.aliasValues += size;
    if (this.aliases > yamlAliases || this.aliasValues > yamlAliasValues)
      this.report(
        range[0],
        `More than ${yamlAliases} aliases, or ${yamlAliasValues} values by them. Repeat the values`
      );
    return size;
  }
}

const shorten = (name: string): string =>
  JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
