/**
 * The form of an answer: JSON, or what a caller asks for as a cluster understands it. Source:
 * docs/reference/engine.md#envelopes-and-transport.
 */
import { encodeOne } from 'cbor';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import type { EngineRequest, EngineResponse } from '../../../api/engine';
import { message } from './responses';
import { encodeSmile } from './smile';
import { encodeYaml } from './yaml';

type Form = 'json' | 'yaml' | 'cbor' | 'smile';

/**
 * The library cuts off what is beyond its mark, of which its types do not know. A UTF-16 unit of
 * JSON is three bytes at most.
 */
const CBOR = { canonical: false, highWaterMark: 4 * ENGINE_LIMITS.encodedAnswerBytes };

const ENCODERS = {
  cbor: (body: unknown): Buffer => encodeOne(body, CBOR),
  smile: encodeSmile,
  yaml: encodeYaml,
};

/** Media types and their parts that stand for a form, in requests too. */
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

/** Whether bodies of a type are read; whichever it is, they are JSON. */
export const isKnownType = (header: string | undefined): boolean =>
  formOfType(header) !== undefined;

/** The parameter, else the header of what is accepted. */
function askedForm(request: EngineRequest): Form | undefined {
  const [format = ''] = [request.query?.['format'] ?? ''].flat();
  const named = `application/${format}`;
  return (
    (named === 'application/*' ? undefined : formOfType(named)) ??
    formOfType(request.headers?.['accept'])
  );
}

/** Whether a caller wants something else than a text where a text is the answer. */
export const isFormatRequested = (request: EngineRequest): boolean =>
  askedForm(request) !== undefined;

/** What is asked for, else the form of the body. */
const formOf = (request: EngineRequest): Form =>
  askedForm(request) ?? formOfType(request.headers?.['content-type']) ?? 'json';

/** Honours `pretty` and the form asked for, which write the body. */
export function formatResponse(
  request: EngineRequest,
  response: EngineResponse,
  body: unknown
): EngineResponse {
  const form = formOf(request);
  const written = (type: string, text: string | Buffer): EngineResponse => ({
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
  return written(`application/${form}`, ENCODERS[form](JSON.parse(text)));
}

const lines = (body: unknown): string => `${JSON.stringify(body, null, 2)}\n`;
