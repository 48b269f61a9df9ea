/** Counts what a file of audit events records, in the browser, whatever its size. */
import {
  ACTIVITY_LIMITS,
  auditEventIn,
  getCheckedPermission,
  isSingleWrite,
  withoutSingleWrites,
  type Recorded,
  type RecordedUse,
} from '@sd/contracts';

type Json = Readonly<Record<string, unknown>>;
type Uses = Map<string, { -readonly [K in keyof RecordedUse]: RecordedUse[K] }>;

/** @param files - lines of JSON: documents, or hits of a search with `_source` */
export async function recordedIn(files: readonly Blob[]): Promise<Recorded> {
  const counter = new EventCounter();
  for (const file of files)
    for await (const line of toLines(file)) {
      const document = auditEventIn(line);
      if (document) counter.add(document);
    }
  return counter.result();
}

async function* toLines(file: Blob): AsyncIterable<string> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (done) break;
  }
  yield rest;
}

class EventCounter {
  private readonly used: Uses = new Map();
  private readonly denied: Uses = new Map();
  /** Requests that write one document, by user. */
  private readonly singleWrites = new Map<string, number>();
  private events = 0;
  private from = Infinity;
  private to = -Infinity;
  private isPartial = false;

  add(document: Json): void {
    const checked = getCheckedPermission(document);
    if (!checked) return;
    const { isGranted, user, action, names, atMs } = checked;
    if (isGranted) {
      this.events++;
      this.from = Math.min(this.from, atMs);
      this.to = Math.max(this.to, atMs);
    }
    const list = isGranted ? this.used : this.denied;
    const use = { user, action, count: 1, last: atMs };
    if (isGranted && names.length > 0 && isSingleWrite(action))
      this.singleWrites.set(user, (this.singleWrites.get(user) ?? 0) + 1);
    if (names.length === 0) this.count(list, use);
    for (const index of names) this.count(list, { ...use, index });
  }

  result(): Recorded {
    const { used, denied, singleWrites, events, from, to, isPartial } = this;
    return {
      events,
      is_partial: isPartial,
      ...(events > 0 && { period: { from, to } }),
      used: [...withoutSingleWrites([...used.values()], singleWrites)],
      denied: [...denied.values()],
    };
  }

  private count(list: Uses, use: RecordedUse): void {
    const key = JSON.stringify([use.user, use.action, use.index]);
    const known = list.get(key);
    if (known) {
      known.count += 1;
      known.last = Math.max(known.last, use.last);
    } else if (list.size < ACTIVITY_LIMITS.permissionsSent) list.set(key, use);
    else this.isPartial = true;
  }
}
