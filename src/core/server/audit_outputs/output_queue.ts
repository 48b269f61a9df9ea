/** Audit events on their way to a file or a syslog server, within limits. */
import { AUDIT_LIMITS } from '../../../contracts/limits';

export type AuditEvent = Readonly<Record<string, unknown>>;

/** Since the start. */
export interface OutputFigures {
  readonly waiting: number;
  readonly written: number;
  readonly lost: number;
}

export class OutputQueue {
  private lines: string[] = [];
  private bytes = 0;
  private taken = 0;
  lost = 0;

  get length(): number {
    return this.lines.length - this.taken;
  }

  /** @returns false if there is no room */
  push(line: string): boolean {
    // Lines are mostly ASCII, so the UTF-16 length is a sufficient estimate.
    if (
      this.length >= AUDIT_LIMITS.outputEvents ||
      this.bytes + line.length > AUDIT_LIMITS.outputBytes
    ) {
      this.lost++;
      return false;
    }
    this.lines.push(line);
    this.bytes += line.length;
    return true;
  }

  /** Removes and returns the oldest lines: at least one, and about `maxBytes` in total. */
  take(maxBytes: number): readonly string[] {
    const lines: string[] = [];
    for (let bytes = 0; this.length > 0 && (lines.length === 0 || bytes < maxBytes);) {
      const line = this.lines[this.taken] as string;
      this.lines[this.taken++] = '';
      this.bytes -= line.length;
      bytes += line.length;
      lines.push(line);
    }
    if (this.taken === this.lines.length || this.taken > AUDIT_LIMITS.outputEvents) {
      this.lines = this.lines.slice(this.taken);
      this.taken = 0;
    }
    return lines;
  }
}

/**
 * The event as JSON of at most `maxLength` characters. The largest fields of a longer event are
 * omitted, and `audit_truncated` is set.
 */
export function limitedJson(
  event: AuditEvent,
  maxLength: number,
  toText: (value: unknown) => string = JSON.stringify
): string {
  const text = toText(event);
  if (text.length <= maxLength) return text;
  const bySize = Object.entries(event)
    .filter(([key]) => !ESSENTIAL.has(key))
    .map(([key, value]) => ({ key, size: toText({ [key]: value }).length }))
    .sort((one, other) => other.size - one.size);
  const remaining: Record<string, unknown> = { ...event, audit_truncated: true };
  for (const { key } of bySize) {
    delete remaining[key];
    const shorter = toText(remaining);
    if (shorter.length <= maxLength) return shorter;
  }
  return toText({ audit_truncated: true });
}

const ESSENTIAL: ReadonlySet<string> = new Set(['audit_category', '@timestamp']);
