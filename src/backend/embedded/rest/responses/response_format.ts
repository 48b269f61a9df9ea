/** Response formats: JSON, or the format that the caller requests in a cluster's way. */
import { encodeOne } from 'cbor';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import type { EngineRequest, EngineResponse } from '../../../api/engine';
import { message } from '../../../model/responses';
import { encodeSmile } from './smile';
import { encodeYaml } from './yaml';

type Form = 'json' | 'yaml' | 'cbor' | 'smile';

/**
 * The library truncates output beyond this mark, which its types do not declare. A UTF-16 unit of
 * JSON has at most three bytes.
 */
const CBOR = { canonical: false, highWaterMark: 4 * ENGINE_LIMITS.encodedAnswerBytes };

const ENCODERS = {
  cbor: (body: unknown): Buffer => encodeOne(body, CBOR),
  smile: encodeSmile,
  yaml: encodeYaml,
};

/** Media types and subtypes that name a format, also for requests. */
const FORM_OF_TYPE: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['application/*', 'json'],
  ['application/x-ndjson', 'json'],
  ...(['json', 'yaml', 'cbor', 'smile'] as const).flatMap((form) => [
    [`application/${form}`, form] as const,
    [`application/vnd.opensearch+${form}`, form] as const,
  ]),
]);

const formOfType = (header: string | undefined): Form | undefined =>
  FORM_OF_TYPE.get(header?.split(';', 1)[0]?.trim().toLowerCase() ?? '');

/** Whether bodies of this type are accepted; all of them are parsed as JSON. */
export const isKnownType = (header: string | undefined): boolean =>
  formOfType(header) !== undefined;

/** The format by the parameter, or else by the `accept` header. */
function requestedForm(request: EngineRequest): Form | undefined {
  const [format = ''] = [request.query?.['format'] ?? ''].flat();
  const named = `application/${format}`;
  return (
    (named === 'application/*' ? undefined : formOfType(named)) ??
    formOfType(request.headers?.['accept'])
  );
}

/** Whether the caller requests a structured format for a response that is text by default. */
export const isFormatRequested = (request: EngineRequest): boolean =>
  requestedForm(request) !== undefined;

/** The requested format, or else that of the request body. */
const toForm = (request: EngineRequest): Form =>
  requestedForm(request) ?? formOfType(request.headers?.['content-type']) ?? 'json';

/** Applies `pretty` and the requested format. */
export function formatResponse(
  request: EngineRequest,
  response: EngineResponse,
  body: unknown
): EngineResponse {
  const form = toForm(request);
  const toTextResponse = (type: string, text: string | Buffer): EngineResponse => ({
    ...response,
    headers: { ...response.headers, 'content-type': type },
    body: text,
  });
  if (form === 'json') {
    const isPretty = (request.query?.['pretty'] ?? 'false') !== 'false';
    return { ...response, body: isPretty ? lines(body) : body };
  }
  const { encodedAnswerBytes: encodedResponseBytes } = ENGINE_LIMITS;
  const text = JSON.stringify(body);
  if (text.length > encodedResponseBytes)
    return message(
      413,
      `The answer has more than ${encodedResponseBytes} bytes, the limit for CBOR, Smile and YAML. Ask for JSON, or for less.`
    );
  return toTextResponse(`application/${form}`, ENCODERS[form](JSON.parse(text)));
}

const lines = (body: unknown): string => `${JSON.stringify(body, null, 2)}\n`;
