/**
 * Events on their way to the disk, within bounds: while it cannot be written, what is too much is
 * counted only.
 */
import { AUDIT_LIMITS } from '../../../contracts/limits';
import type { AccessEvent } from './event_document';

export class EventBuffer {
  private events: AccessEvent[] = [];
  private bytes = 0;
  private lost = 0;
  private lostBefore = 0;

  get length(): number {
    return this.events.length;
  }

  push(event: AccessEvent): void {
    const weight = weightOf(event);
    const isFull =
      this.events.length >= AUDIT_LIMITS.waitingEvents ||
      this.bytes + weight > AUDIT_LIMITS.waitingBytes;
    if (isFull) {
      this.lost++;
      return;
    }
    this.events.push(event);
    this.bytes += weight;
  }

  /**
   * The oldest, at most so many events and about so many bytes. They stay until they are removed.
   */
  first(maxCount: number, maxBytes: number): readonly AccessEvent[] {
    let count = 0;
    for (let bytes = 0; count < Math.min(maxCount, this.events.length) && bytes < maxBytes; count++)
      bytes += weightOf(this.events[count] as AccessEvent);
    return this.events.slice(0, count);
  }

  /** @param events - what `first` gave */
  remove({ length }: readonly AccessEvent[]): void {
    for (const event of this.events.slice(0, length)) this.bytes -= weightOf(event);
    this.events = this.events.slice(length);
  }

  /** How many were too much since the start. */
  get lostInAll(): number {
    return this.lostBefore + this.lost;
  }

  /** How many were too much since the last call. */
  takeLost(): number {
    const { lost } = this;
    this.lostBefore += lost;
    this.lost = 0;
    return lost;
  }
}

/** Bytes an event keeps in memory, about. */
function weightOf({ path = '', body = '', privilege = '', headers = {} }: AccessEvent): number {
  let weight = 500 + path.length + body.length + privilege.length;
  for (const name in headers) weight += name.length + (headers[name]?.length ?? 0);
  return weight;
}
