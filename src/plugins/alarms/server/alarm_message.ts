/** What the server tells its alarm destinations. */
import { randomUUID } from 'node:crypto';
import {
  ALARM_LIMITS,
  type AlarmEventKind,
  type AlarmKind,
  type FindingCounts,
  type Severity,
} from '@sd/contracts';

export interface AlarmEvent {
  readonly kind: AlarmEventKind;
  readonly severity: Severity;
  /** Id of the connected cluster; absent for this installation. */
  readonly cluster?: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** One English sentence. */
  readonly text: string;
  /** Facts of the sentence, for programs. */
  readonly details: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

interface DigestNumbers {
  /** Absent where the server cannot check findings. */
  readonly findings?: FindingCounts;
  /** Of connected clusters at their last check, by id. */
  readonly clusters?: Readonly<Record<string, FindingCounts>>;
  /** Events since the last digest, by kind. */
  readonly events: Readonly<Partial<Record<AlarmEventKind, number>>>;
}

/** The body of a webhook. Times are RFC 3339. */
export interface AlarmMessage {
  /** The same in every attempt, so that a receiver can leave out a repetition. */
  readonly id: string;
  readonly type: 'events' | 'digest' | 'test';
  /** Which installation sent it. */
  readonly server: string;
  readonly created_at: string;
  /** One English sentence. */
  readonly subject: string;
  readonly events: ReadonlyArray<Omit<AlarmEvent, 'atMs'> & { readonly at: string }>;
  /** Further events that have no place in the message. */
  readonly omitted: number;
  readonly digest?: DigestNumbers;
}

/** A destination of messages. */
export interface Sender {
  readonly kind: AlarmKind;
  /** For administrators, without secrets. */
  readonly target: string;
  /**
   * One attempt, within `ALARM_LIMITS.timeoutMs`.
   * @throws {FinalDeliveryError} if another attempt cannot succeed; other errors are temporary
   */
  send(message: AlarmMessage): Promise<void>;
}

export class FinalDeliveryError extends Error {}

export interface MessageContents {
  readonly type: AlarmMessage['type'];
  readonly subject: string;
  readonly events: readonly AlarmEvent[];
  /** Events that were dropped before. */
  readonly dropped?: number;
  readonly digest?: DigestNumbers;
}

/** @param nowMs - epoch milliseconds */
export function toMessage(
  { type, subject, events, dropped = 0, digest }: MessageContents,
  server: string,
  nowMs: number
): AlarmMessage {
  const listed = events.slice(0, ALARM_LIMITS.eventsPerMessage);
  return {
    id: randomUUID(),
    type,
    server,
    created_at: new Date(nowMs).toISOString(),
    subject,
    events: listed.map(({ atMs, ...event }) => ({ ...event, at: new Date(atMs).toISOString() })),
    omitted: events.length - listed.length + dropped,
    ...(digest && { digest }),
  };
}

/** The message as plain text, for e-mail. */
export function toText({ subject, server, events, omitted, digest }: AlarmMessage): string {
  const lines = events.flatMap(({ severity, at, text, details: { link } }) => [
    `[${severity}] ${at}  ${text}`,
    ...(link === undefined ? [] : [`    ${String(link)}`]),
  ]);
  if (omitted > 0) lines.push(`… and ${omitted} more.`);
  const { findings, clusters = {}, events: counts } = digest ?? {};
  const numbers = [
    ...(findings ? [`Open findings: ${toList(findings)}.`] : []),
    ...Object.entries(clusters).map(
      ([id, found]) => `Open findings of cluster ${id}: ${toList(found)}.`
    ),
    ...(counts ? [`Events since the last digest: ${toList(counts) || 'none'}.`, ''] : []),
  ];
  return [subject, '', ...numbers, ...lines, '', `Sent by ${server}.`, ''].join('\n');
}

const toList = (counts: object): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replace(/_/g, ' ')}`)
    .join(', ');

/** A text that someone else chose, in one line and shortened. */
export function plain(text: string, length: number = ALARM_LIMITS.textLength): string {
  const line = text
    .slice(0, 2 * length)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
