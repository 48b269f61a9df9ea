/**
 * Errors of a cluster in words for users. A node reports what it did not expect with the names of
 * its classes, and parts of its stack: they help nobody at a screen, and tell about its inside.
 */
import type { HttpMethod } from '../../api';
import type { EngineLog } from '../../api/log';
import { isJsonObject } from '../../model/entity_shape';
import { parseAnswer } from './answer';

/** Characters of an error, or of one of its texts, that are searched. Longer ones are replaced. */
const MAX_LENGTH = 262_144;
/** Errors of a cluster have about ten. */
const MAX_LEVELS = 64;
/** Bounded repetitions, so that a hostile answer cannot make the search quadratic. */
const JAVA =
  /\b(?:javax?|jdk|sun|com\.(?:fasterxml|google|sun)|org\.(?:apache|opensearch|elasticsearch)|io\.netty)\.(?:[a-z_]\w{0,60}\.){0,6}[A-Z]|\b[A-Z]\w*(?:Exception|Error)(?=$|[:[({\s])|\bJson(?:Token|Node)\b|\bCannot invoke \\?"|\[Source: /;
const WRONG_TYPE = /Cannot (?:deserialize|construct)|\bJson(?:Token|Node)\b/;
/** Where the parser of a node was in a text. The words before it say what was wrong there. */
const PARSER_PLACE =
  /\s*\(start marker at \[Source: [^\]]{0,300}\]\)|\s*\bat \[Source: [^\]]{0,300}\]/g;
const NO_ENUM_CONSTANT = /^No enum constant [\w.$]{1,300}\.([^.\s]{1,200})$/;
/** Steps to the value: names in quotes, places in lists without. */
const STEP = /\["?([^"\]]{1,200})"?\]/g;

const OWN_FAULT =
  'The cluster could not answer because of an error of its own. Try again. If it stays, the logs of this server and of the nodes name the cause.';

/** An error response in the words of the cluster. */
export interface ClusterFault {
  readonly method: HttpMethod;
  readonly path: string;
  readonly statusCode: number;
  readonly text: string;
}

/** Characters of a cluster's error in the log. */
const MAX_LOGGED = 4_000;

/** Keeps the cluster's own words for those who look for the cause. */
export const faultLogger =
  (log: EngineLog) =>
  ({ text, ...request }: ClusterFault): void =>
    log.warn('The cluster answered with an error of its own.', {
      ...request,
      answer: text.slice(0, MAX_LOGGED),
    });

/** @returns the response in our words; the same one if it holds none of a program */
export async function inOurWords<T extends { readonly text: string; readonly json: unknown }>(
  response: T
): Promise<T> {
  const { text } = response;
  if (text.length > MAX_LENGTH) return { ...response, text: OWN_FAULT, json: undefined };
  if (!JAVA.test(text)) return response;
  const json = response.json ?? (await parseAnswer(text));
  // Not JSON: the page of a program.
  if (json === undefined) return { ...response, text: OWN_FAULT };
  const translated = translate(json);
  return {
    ...response,
    text: JSON.stringify(translated),
    ...(response.json !== undefined && { json: translated }),
  };
}

/** One text of a cluster. */
export function textInOurWords(text: string): string {
  if (text.length > MAX_LENGTH) return OWN_FAULT;
  return JAVA.test(text) ? wordsFor(text) : text;
}

function wordsFor(text: string): string {
  if (!WRONG_TYPE.test(text)) return wordsForRequest(text) ?? OWN_FAULT;
  const chain = text.slice(text.indexOf('reference chain:'));
  const steps = text.includes('reference chain:') ? [...chain.matchAll(STEP)] : [];
  const place = steps.map(([, step = '']) => step).join('.');
  return place === ''
    ? 'A value has the wrong type. Check whether lists, texts, numbers and maps stand where they belong.'
    : `The value of ${place} has the wrong type. Check whether a text, a number, a list or a map belongs there.`;
}

/** @returns `undefined` for a text that blames no value of the request */
function wordsForRequest(text: string): string | undefined {
  const constant = NO_ENUM_CONSTANT.exec(text)?.[1];
  if (constant !== undefined) return `The value "${constant}" is not one of the allowed values.`;
  const plain = text.replace(PARSER_PLACE, '');
  return plain === '' || JAVA.test(plain) ? undefined : plain;
}

/** @param levels - that are kept; deeper ones are left out */
function translate(value: unknown, levels = MAX_LEVELS): unknown {
  if (typeof value === 'string') return textInOurWords(value);
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => translate(item, levels - 1));
  if (!isJsonObject(value)) return value;
  const { stack_trace: _trace, ...members } = value;
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, translate(member, levels - 1)])
  );
}
