/** Structured logs: one line per record, secrets redacted, level checked before formatting. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { StartError } from '../start_error';
import { formatJson, formatText, type LogFormat, type LogLevel } from './log_format';
import type { Logger, LogMeta } from './types';

/** Output of log lines: standard output, or a file that only its owner can read. */
interface LogWriter {
  write(line: string): void;
  /** Passes all pending lines to the operating system before it returns. */
  flush(): void;
  /** Reopens the file by name, after log rotation has moved the old one. */
  reopen(): void;
  close(): void;
}

function createLogWriter(dest: string): LogWriter {
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

/** Lines of one event loop iteration are written together. */
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

export interface LoggingOptions {
  readonly level: LogLevel | 'off';
  /** Default: JSON, unless the output is a terminal. */
  readonly json?: boolean;
  /** `stdout` or a file name. */
  readonly dest: string;
  /** Logs every request, regardless of `level`. */
  readonly access?: boolean;
}

const ORDER: Record<LogLevel | 'off', number> = {
  trace: 0,
  debug: 1,
  info: 2,
  warn: 3,
  error: 4,
  off: 5,
};

/** Least level that is logged; shared, because it can change while the server runs. */
interface Threshold {
  order: number;
}

/** A logger that can report in advance whether a level is logged. */
export interface LevelLogger extends Logger {
  isEnabled(level: LogLevel): boolean;
  get(...parts: string[]): LevelLogger;
}

export class LoggingService {
  readonly root: LevelLogger;
  /** Logger of requests. Logs at `info` if `access` is set, or from level `debug` on. */
  readonly access: LevelLogger;
  private readonly writer: LogWriter;
  private readonly thresholds: Record<'root' | 'access', Threshold>;

  constructor(
    private readonly options: LoggingOptions,
    { writer, now = Date.now }: { writer?: LogWriter; now?: () => number } = {}
  ) {
    this.writer = writer ?? createLogWriter(options.dest);
    const isTerminal = options.dest === 'stdout' && process.stdout.isTTY === true;
    const format: LogFormat = (options.json ?? !isTerminal) ? formatJson : formatText(isTerminal);
    const emit: Emit = (level, context, message, meta, error) =>
      this.writer.write(
        format({ atMs: now(), level, context, message, meta, error, pid: process.pid })
      );
    this.thresholds = { root: { order: 0 }, access: { order: 0 } };
    this.setLevel(options.level);
    this.root = new LineLogger([], this.thresholds.root, emit);
    this.access = new LineLogger(['http', 'request'], this.thresholds.access, emit);
  }

  /** Also of loggers that were made before. */
  setLevel(level: LoggingOptions['level']): void {
    const order = ORDER[level];
    const isOn = this.options.access || order <= ORDER.debug;
    this.thresholds.root.order = order;
    this.thresholds.access.order = isOn ? ORDER.info : Math.max(ORDER.warn, order);
  }

  flush(): void {
    this.writer.flush();
  }

  /** @throws {StartError} if the file cannot be opened; lines then go to the previous file */
  reopen(): void {
    this.writer.reopen();
  }

  stop(): void {
    this.writer.close();
  }
}

type Emit = (
  level: LogLevel,
  context: readonly string[],
  message: string,
  meta?: LogMeta,
  error?: Error
) => void;

class LineLogger implements LevelLogger {
  constructor(
    private readonly context: readonly string[],
    private readonly threshold: Threshold,
    private readonly emit: Emit
  ) {}

  isEnabled(level: LogLevel): boolean {
    return ORDER[level] >= this.threshold.order;
  }
  trace(message: string, meta?: LogMeta): void {
    this.log('trace', message, meta);
  }
  debug(message: string, meta?: LogMeta): void {
    this.log('debug', message, meta);
  }
  info(message: string, meta?: LogMeta): void {
    this.log('info', message, meta);
  }
  warn(message: string, meta?: LogMeta): void {
    this.log('warn', message, meta);
  }
  error(message: string | Error, meta?: LogMeta): void {
    if (!this.isEnabled('error')) return;
    const error = typeof message === 'string' ? undefined : message;
    this.emit('error', this.context, error ? error.message : (message as string), meta, error);
  }
  get(...parts: string[]): LevelLogger {
    return new LineLogger([...this.context, ...parts], this.threshold, this.emit);
  }

  private log(level: LogLevel, message: string, meta?: LogMeta): void {
    if (this.isEnabled(level)) this.emit(level, this.context, message, meta);
  }
}
