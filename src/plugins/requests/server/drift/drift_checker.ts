/**
 * Compares the configuration with a folder of files, again and again. Nothing is parsed or compared
 * while the hash of the folder and the revision of the configuration stay the same.
 */
import { createHash } from 'node:crypto';
import { BehaviorSubject } from 'rxjs';
import { CodedError, type DriftProblem, englishText } from '@sd/contracts';
import type { ConfigurationFiles, InternalOperations, Logger } from '@sd/core/server';
import type { ChangeTools } from '@sd/plugins/security/server';
import { type DriftedEntry, findDifferences, type ParsedFiles } from './differences';
import { FolderError, type FolderFile, type FolderFiles, readFolder } from './folder';
import { IgnoreRules } from './ignore_rules';

export interface ComparedFolder {
  readonly state: 'in_sync' | 'drifted';
  /** Of folder and configuration together. */
  readonly revision: string;
  readonly entries: readonly DriftedEntry[];
  readonly ignored: number;
  readonly files: readonly FolderFile[];
  readonly leftOut: readonly string[];
}

export interface BrokenFolder {
  readonly state: 'broken';
  readonly problems: readonly DriftProblem[];
}

export type DriftResult = (ComparedFolder | BrokenFolder) & {
  /** Epoch milliseconds of the last check. */
  readonly checkedAtMs: number;
};

export interface DriftCheckerDeps {
  readonly folder: string;
  readonly intervalSeconds: number;
  readonly ignore: readonly string[];
  readonly files: ConfigurationFiles;
  readonly configuration: InternalOperations['configuration'];
  readonly compareFiles: ChangeTools['compareFiles'];
  readonly logger: Logger;
}

interface Parsed {
  readonly hash: string;
  readonly kinds: ParsedFiles;
  readonly problems: readonly DriftProblem[];
}

export class DriftChecker {
  readonly folder: string;
  private readonly results = new BehaviorSubject<DriftResult | undefined>(undefined);
  private readonly rules: IgnoreRules;
  private parsed: Parsed | undefined;
  /** Hash of the folder and revision of the configuration that were compared last. */
  private compared: readonly [hash: string, revision: string, result: ComparedFolder] | undefined;
  private running: Promise<DriftResult> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: DriftCheckerDeps) {
    this.folder = deps.folder;
    this.rules = new IgnoreRules(deps.ignore);
  }

  /** `undefined` before the first check. Completes on stop. */
  readonly result$ = this.results.asObservable();

  start(): void {
    const check = () =>
      this.check().catch((error: unknown) => {
        this.deps.logger.warn('The configuration could not be compared with its folder.', {
          reason: String(error),
        });
      });
    void check();
    this.timer = setInterval(() => void check(), this.deps.intervalSeconds * 1_000);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running?.catch(() => undefined);
    this.results.complete();
  }

  /**
   * Checks now. Calls during a check wait for another one, because files or entries that the
   * running one has read may have changed since.
   * @throws if the backend cannot be reached
   */
  async check(): Promise<DriftResult> {
    await this.running?.catch(() => undefined);
    this.running ??= this.compare().finally(() => (this.running = undefined));
    return this.running;
  }

  /** The text of a file with changed entries; `undefined` if it cannot be parsed any more. */
  changedText(
    { kind, text }: FolderFile,
    changes: ReadonlyMap<string, Readonly<Record<string, unknown>> | undefined>
  ): Promise<string | undefined> {
    return this.deps.files.change({ kind, text, changes });
  }

  private async compare(): Promise<DriftResult> {
    const outcome = await this.outcome();
    const result = { ...outcome, checkedAtMs: Date.now() };
    const before = this.results.value;
    if (result.state === 'broken' && before?.state !== 'broken')
      this.deps.logger.error('The folder of the desired configuration cannot be read.', {
        problems: result.problems,
      });
    else if (before && before.state !== result.state)
      this.deps.logger.info('Drift from the folder has changed.', { state: result.state });
    this.results.next(result);
    return result;
  }

  private async outcome(): Promise<ComparedFolder | BrokenFolder> {
    let folder: FolderFiles;
    try {
      folder = await readFolder(this.deps.folder);
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      return { state: 'broken', problems: [error.problem] };
    }
    const parsed = await this.parse(folder);
    if (parsed.problems.length > 0) return { state: 'broken', problems: parsed.problems };
    return this.differences(folder, parsed);
  }

  private async parse({ hash, files }: FolderFiles): Promise<Parsed> {
    if (this.parsed?.hash === hash) return this.parsed;
    const texts = new Map(files.map(({ kind, text }) => [kind, text]));
    const { kinds, problems } = await this.deps.files.parse(texts);
    this.parsed = { hash, kinds, problems };
    return this.parsed;
  }

  private async differences(
    { hash, files, leftOut }: FolderFiles,
    { kinds }: Parsed
  ): Promise<ComparedFolder | BrokenFolder> {
    const known = this.compared?.[0] === hash ? this.compared : undefined;
    const snapshot = await this.deps.configuration(known?.[1]);
    if (!snapshot && known) return { ...known[2], files, leftOut };
    if (!snapshot) throw new Error('The backend shows no configuration.');
    try {
      const { entries, ignored } = await findDifferences(
        this.deps.compareFiles,
        kinds,
        snapshot,
        this.rules
      );
      const revision = createHash('sha256').update(`${hash} ${snapshot.revision}`).digest('hex');
      const state = entries.length === 0 ? 'in_sync' : 'drifted';
      const result = { state, revision, entries, ignored, files, leftOut } as const;
      this.compared = [hash, snapshot.revision, result];
      return result;
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const message = englishText(error.definition, error.params);
      return { state: 'broken', problems: [{ file: this.deps.folder, message }] };
    }
  }
}
