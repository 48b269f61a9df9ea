/** Where lines go: the standard output, or a file that only its owner reads. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { StartError } from '../start_error';

export interface LogWriter {
  write(line: string): void;
  /** Everything written so far is with the operating system when this returns. */
  flush(): void;
  /** Writes to a new file of the same name from now on, after the old one was moved away. */
  reopen(): void;
  close(): void;
}

export function createLogWriter(dest: string): LogWriter {
  return dest === 'stdout' ? stdoutWriter() : fileWriter(dest);
}

function stdoutWriter(): LogWriter {
  return {
    write: (line) => void process.stdout.write(`${line}\n`),
    flush: () => undefined,
    reopen: () => undefined,
    close: () => undefined,
  };
}

/** Lines of one turn of the event loop share one write. */
function fileWriter(file: string): LogWriter {
  let descriptor: number | undefined = openLog(file);
  let waiting: string[] = [];
  const flush = () => {
    if (waiting.length === 0 || descriptor === undefined) return;
    const text = `${waiting.join('\n')}\n`;
    waiting = [];
    writeSync(descriptor, text);
  };
  const close = () => {
    flush();
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  return {
    write(line) {
      if (waiting.push(line) === 1) setImmediate(flush);
    },
    flush,
    reopen() {
      if (descriptor === undefined) return;
      const opened = openLog(file);
      close();
      descriptor = opened;
    },
    close,
  };
}

function openLog(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new StartError(
      `Cannot write the log file ${file} (logging.dest): ${(error as Error).message}.`
    );
  }
}
