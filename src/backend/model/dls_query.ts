/**
 * Validates a DLS query before it is saved. OpenSearch saves any text and ignores queries that it
 * cannot parse, which exposes all documents.
 */
import { replaceVariables, TEXT_OR_VARIABLE } from '../../contracts/entities';
import { isJsonObject } from './entity_shape';

/** @returns the problem, or `undefined` if the query is valid */
export function dlsProblem(query: string): string | undefined {
  if (query.trim() === '') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(withoutPlaceholders(query));
  } catch (error) {
    return `The query is not JSON: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}`;
  }
  if (!isJsonObject(parsed))
    return 'The query must be a JSON object, for example {"term":{"department":"hr"}}';
  const kinds = Object.keys(parsed);
  if (kinds.length !== 1)
    return `The query must have exactly one kind of query at its top, this one has ${kinds.length}`;
  return isJsonObject(parsed[kinds[0] as string])
    ? undefined
    : 'The kind of query must hold a JSON object';
}

/** A valid query as JSON, with text in place of placeholders. */
export const parsedQuery = (query: string): unknown =>
  query.trim() === '' || dlsProblem(query) !== undefined
    ? undefined
    : JSON.parse(withoutPlaceholders(query));

/**
 * Replaces placeholders by text: inside a string as a part of it, elsewhere (`[${user.roles}]`) as
 * a value.
 */
export function withoutPlaceholders(query: string): string {
  return replaceVariables(
    query,
    (token) => (token.startsWith('"') ? replaceVariables(token, () => 'x') : '"x"'),
    TEXT_OR_VARIABLE
  );
}
