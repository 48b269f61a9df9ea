/**
 * Bounded buffer of audit events waiting to be written. While the disk cannot be written, events
 * beyond the limit are only counted.
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
    const weight = measureWeight(event);
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
   * The oldest events, up to the limits of count and approximate bytes. They stay in the buffer
   * until they are removed.
   */
  first(maxCount: number, maxBytes: number): readonly AccessEvent[] {
    let count = 0;
    for (let bytes = 0; count < Math.min(maxCount, this.events.length) && bytes < maxBytes; count++)
      bytes += measureWeight(this.events[count] as AccessEvent);
    return this.events.slice(0, count);
  }

  /** @param events - the result of `first` */
  remove({ length }: readonly AccessEvent[]): void {
    for (const event of this.events.slice(0, length)) this.bytes -= measureWeight(event);
    this.events = this.events.slice(length);
  }

  /** Events dropped since startup. */
  get lostInAll(): number {
    return this.lostBefore + this.lost;
  }

  /** Returns the number of events dropped since the last call. */
  takeLost(): number {
    const { lost } = this;
    this.lostBefore += lost;
    this.lost = 0;
    return lost;
  }
}

/** Approximate bytes of an event in memory. */
function measureWeight({
  path = '',
  body = '',
  privilege = '',
  headers = {},
}: AccessEvent): number {
  let weight = 500 + path.length + body.length + privilege.length;
  for (const name in headers) weight += name.length + (headers[name]?.length ?? 0);
  return weight;
}
