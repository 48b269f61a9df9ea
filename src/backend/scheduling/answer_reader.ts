/**
 * Reads what another server answers. It may be hostile, or not the server that was meant: bytes,
 * depth, items and values are limited, and a large JSON text is parsed in steps, because a thread
 * would have to hand the values over in one piece.
 */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { CLUSTER_LIMITS, FIND_LIMITS } from '../../contracts/limits';
import { type CooperativeTask, runInSlices } from './cooperative_task';

/** `malformed`: beyond the limits of depth, items and values. */
export type AnswerTrouble = 'too_large' | 'broken' | 'malformed';

export class AnswerError extends Error {
  /** @param what - completes a sentence about the answer, such as "broke off" */
  constructor(
    readonly trouble: AnswerTrouble,
    readonly what: string,
    options?: ErrorOptions
  ) {
    super(`The answer ${what}.`, options);
  }
}

/**
 * Reads a body as UTF-8, up to a size limit.
 * @throws {AnswerError} `too_large`, or `broken` if the body ends early
 */
export async function readText(body: Readable, maxBytes: number): Promise<string> {
  // Decoded piece by piece, because one large piece would hold the event loop.
  const decoder = new StringDecoder('utf8');
  let text = '';
  let size = 0;
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new AnswerError('too_large', `has more than ${maxBytes} bytes`);
      text += decoder.write(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof AnswerError) throw error;
    throw new AnswerError('broken', 'broke off', { cause: error });
  } finally {
    body.destroy();
  }
  return text + decoder.end();
}

/**
 * @returns `undefined` for a text that is no JSON
 * @throws {AnswerError} `malformed`
 */
export async function parseAnswer(text: string): Promise<unknown> {
  try {
    const { sliceMs } = FIND_LIMITS;
    return await runInSlices(parseInSteps(text), { sliceMs, limitMs: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Characters that are parsed in one step. */
const PIECE = 32_768;
/** Characters that are scanned in one step. */
const SCANNED = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** An array or object whose end has not been reached. */
interface OpenContainer {
  readonly start: number;
  readonly isArray: boolean;
  commas: number;
  /** Start of the current member. */
  memberStart: number;
  /** Start of the members that are not in `value` yet. */
  unparsed: number;
  /** Present once a part was parsed. */
  value?: unknown[] | Record<string, unknown>;
  /** Whether the last parsed member was a container, so that a comma or the end must follow. */
  isAfterContainer: boolean;
}

/**
 * Parses a text in pieces: what is short in one, the members of what is long one piece after
 * another.
 */
function* parseInSteps(text: string): CooperativeTask<unknown> {
  const { jsonDepth, jsonItems, jsonValues } = CLUSTER_LIMITS;
  const open: OpenContainer[] = [];
  let root: { readonly start: number; readonly end: number; readonly value: unknown } | undefined;
  let values = 1;
  let pauseAt = SCANNED;
  for (let at = 0; at < text.length; at++) {
    if (at >= pauseAt) {
      yield;
      pauseAt = at + SCANNED;
    }
    const top = open.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = stringEnd(text, at) - 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (!top && (root || text.slice(0, at).trim() !== '')) throw new SyntaxError();
        refuseBeyond(open.length + 1, jsonDepth, 'levels');
        refuseBeyond(++values, jsonValues, 'values');
        open.push(containerAt(text, at));
        break;
      case COMMA:
        if (!top) throw new SyntaxError();
        refuseBeyond(++top.commas + 1, jsonItems, 'items in one array or object');
        refuseBeyond(++values, jsonValues, 'values');
        top.memberStart = at + 1;
        if (at - top.unparsed < PIECE) break;
        prepareParents(text, open);
        parseMembers(text, top, at, true);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT: {
        if (!top || top.isArray !== (text.charCodeAt(at) === CLOSE_ARRAY)) throw new SyntaxError();
        const isRoot = open.length === 1;
        if (top.value || isRoot || at - top.start >= PIECE) {
          prepareParents(text, open);
          const value = top.value
            ? parseMembers(text, top, at, false)
            : (JSON.parse(text.slice(top.start, at + 1)) as unknown);
          if (isRoot) root = { start: top.start, end: at + 1, value };
          else addContainer(text, open.at(-2) as OpenContainer, top.start, at + 1, value);
        }
        open.pop();
        break;
      }
    }
  }
  // Without a container, the whole text is one scalar, or no JSON.
  if (!root) return JSON.parse(text) as unknown;
  if (text.slice(root.end).trim() !== '') throw new SyntaxError();
  return root.value;
}

function refuseBeyond(count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new AnswerError('malformed', `has more than ${limit} ${what}`);
}

const containerAt = (text: string, start: number): OpenContainer => ({
  start,
  isArray: text.charCodeAt(start) === OPEN_ARRAY,
  commas: 0,
  memberStart: start + 1,
  unparsed: start + 1,
  isAfterContainer: false,
});

/** @returns the index after the closing quote */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw new SyntaxError();
}

/** Parses what stands before the innermost container in those around it. */
function prepareParents(text: string, open: readonly OpenContainer[]): void {
  for (const container of open.slice(0, -1)) {
    container.value ??= container.isArray ? [] : {};
    if (container.memberStart > container.unparsed)
      parseMembers(text, container, container.memberStart - 1, true);
  }
}

/**
 * Parses the members up to `end` that are not parsed yet.
 * @param isBeforeMember - whether a comma stands at `end`
 */
function parseMembers(
  text: string,
  container: OpenContainer,
  end: number,
  isBeforeMember: boolean
): unknown {
  const value = (container.value ??= container.isArray ? [] : {});
  let members = text.slice(container.unparsed, end);
  let isMissing = members.trim() === '';
  if (container.isAfterContainer && !isMissing) {
    members = members.trimStart();
    if (members.charCodeAt(0) !== COMMA) throw new SyntaxError();
    members = members.slice(1);
    isMissing = members.trim() === '';
  } else if (container.isAfterContainer) isMissing = false;
  if (isMissing) throw new SyntaxError();
  if (Array.isArray(value)) {
    for (const member of JSON.parse(`[${members}]`) as unknown[]) value.push(member);
  } else {
    const parsed = JSON.parse(`{${members}}`) as Record<string, unknown>;
    for (const name of Object.keys(parsed)) setMember(value, name, parsed[name]);
  }
  container.unparsed = isBeforeMember ? end + 1 : end;
  container.isAfterContainer = false;
  return value;
}

/** Adds a parsed container to the one around it, with the name that stands before it. */
function addContainer(
  text: string,
  parent: OpenContainer,
  start: number,
  end: number,
  value: unknown
): void {
  const before = text.slice(parent.memberStart, start).trim();
  if (Array.isArray(parent.value)) {
    if (before !== '') throw new SyntaxError();
    parent.value.push(value);
  } else {
    const [name] = Object.keys(JSON.parse(`{${before}0}`) as object);
    if (name === undefined || !before.endsWith(':')) throw new SyntaxError();
    setMember(parent.value as Record<string, unknown>, name, value);
  }
  parent.unparsed = end;
  parent.isAfterContainer = true;
}

/** As `JSON.parse` does it: a member named `__proto__` is one like any other. */
function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  else target[name] = value;
}
