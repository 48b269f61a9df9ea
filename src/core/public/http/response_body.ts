const NDJSON_TYPE = /^application\/ndjson\b/i;
const JSON_TYPES = /^(application\/(json|x-javascript)|text\/(x-)?javascript|x-json)(;.*)?$/i;

/**
 * By content type: NDJSON as a blob, JSON parsed, anything else as JSON if it is, else as text.
 * @throws when a body that says it is JSON is not; an empty one gives `undefined`
 */
export async function readBody(response: Response): Promise<unknown> {
  const contentType = response.headers.get('Content-Type') ?? '';
  if (NDJSON_TYPE.test(contentType)) return response.blob();
  const text = await response.text();
  if (JSON_TYPES.test(contentType)) return text === '' ? undefined : JSON.parse(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
