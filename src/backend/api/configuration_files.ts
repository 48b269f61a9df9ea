/** The texts of configuration files, as `security import` reads them. */
import type { ConfiguredType } from './history';

type Json = Readonly<Record<string, unknown>>;

/** A problem of a file, with what is needed to find it. In English. */
export interface ConfigurationFileProblem {
  /** Name without folder. */
  readonly file: string;
  /** Name of the entry; absent if the whole file is concerned. */
  readonly entry?: string;
  /** Path inside the entry, with dots. */
  readonly key?: string;
  /** From 1, if the file is no YAML. */
  readonly line?: number;
  /** What is wrong, as a clause. */
  readonly message: string;
}

/** One file that could be parsed. */
export interface ParsedConfigurationFile {
  /**
   * As written, by name; documents have the name `config`. Variables are not replaced. Audit
   * settings without variables get their defaults, as saving does.
   */
  readonly entries: ReadonlyMap<string, Json | null>;
  /** Fields by entry that contain variables. */
  readonly variableFields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Parses and changes texts on worker threads. Rejects if that takes too long. */
export interface ConfigurationFiles {
  /**
   * Parses the files of one folder. Problems of one do not concern the others.
   * @param texts - of files by kind
   */
  parse(texts: ReadonlyMap<ConfiguredType, string>): Promise<{
    readonly kinds: ReadonlyMap<ConfiguredType, ParsedConfigurationFile>;
    readonly problems: readonly ConfigurationFileProblem[];
  }>;
  /**
   * The text with changed entries; `undefined` removes one. Comments, order, variables and password
   * hashes stay. Resolves with `undefined` if the text cannot be parsed.
   */
  change(file: {
    readonly kind: ConfiguredType;
    readonly text: string;
    readonly changes: ReadonlyMap<string, Json | undefined>;
  }): Promise<string | undefined>;
}
