/**
 * Audit events in a file (`engine.audit.file`), a line of JSON each, for log collectors. A slow
 * disk delays no request. The file is opened for each batch, so it can be rotated at any time.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { limitedJson, type AuditEvent } from './output_queue';
import { QueuedOutput, type OutputTexts, type QueuedOutputDeps } from './queued_output';

const TEXTS: OutputTexts = {
  failed: 'Audit events cannot be written to the file (engine.audit.file).',
  recovered: 'Audit events can be written to the file again (engine.audit.file).',
  full: 'Audit events are lost: too many wait for the file (engine.audit.file).',
  lost: 'Audit events are lost: they could not be written to the file (engine.audit.file).',
};

/** A pipe without a reader fails instead of holding a thread. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
const MODE = 0o600;
const BATCH_BYTES = 1_048_576;
const NEW_LINE = 0x0a;

/** A batch that may be partly written. */
interface Progress {
  readonly lines: readonly string[];
  readonly bytes: Buffer;
  offset: number;
  /** Of the file that holds the start of the batch. */
  inode: number | undefined;
}

interface FileOutputDeps extends Omit<QueuedOutputDeps, 'retryMs'> {
  readonly path: string;
  readonly retryMs?: number;
}

export class FileOutput extends QueuedOutput {
  protected readonly batchBytes = BATCH_BYTES;
  private readonly path: string;
  private progress: Progress | undefined;

  constructor({ path, retryMs = 1_000, ...deps }: FileOutputDeps) {
    super({ ...deps, retryMs: { first: retryMs, most: retryMs } }, TEXTS);
    this.path = path;
  }

  protected toLine(event: AuditEvent): string {
    return `${limitedJson(event, AUDIT_LIMITS.outputLineBytes)}\n`;
  }

  protected async deliver(lines: readonly string[]): Promise<void> {
    if (this.progress?.lines !== lines)
      this.progress = { lines, bytes: Buffer.from(lines.join('')), offset: 0, inode: undefined };
    const { progress } = this;
    const file = await open(this.path, FLAGS, MODE);
    try {
      const state = await file.stat();
      if (!state.isFile()) throw new Error(`${this.path} is not a regular file`);
      // After a rotation, the new file must start with a whole line.
      if (progress.offset > 0 && progress.inode !== state.ino)
        progress.offset = progress.bytes.lastIndexOf(NEW_LINE, progress.offset - 1) + 1;
      progress.inode = state.ino;
      while (progress.offset < progress.bytes.length) {
        const { bytesWritten } = await file.write(progress.bytes, progress.offset);
        progress.offset += bytesWritten;
      }
    } finally {
      await file.close();
    }
    this.progress = undefined;
  }
}
