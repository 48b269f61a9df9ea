/**
 * Validates responses against the documentation of their routes (`RouteConfig.doc`). For
 * development and tests, because it parses every response again (`server.checkAnswers`).
 */
import { Readable } from 'node:stream';
import type { TSchema } from '@sinclair/typebox';
import type { ValidateFunction } from 'ajv';
import { ERROR_BODY } from '../../../../contracts/api/server';
import type { ResponseSchema, RouteConfig, RouteResponse } from '../types';
import { loadValidators } from '../routing/route_validation';

type Route = Pick<RouteConfig, 'path' | 'doc'>;

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * @returns the response; a stream is validated while it is read, and aborts if it is invalid
 * @throws {Error} a description of the mismatch, which is a bug of the route
 */
export async function validateResponse(
  route: Route,
  response: RouteResponse
): Promise<RouteResponse> {
  const { statusCode, body } = response;
  const wrong = (problem: string) =>
    new Error(
      `The ${statusCode} response of ${route.path} does not match its documentation: ${problem}`
    );
  const schema = toSchema(route, statusCode);
  if (schema === undefined) {
    if (!route.doc || statusCode >= 400) return response;
    throw wrong('the status is not named.');
  }
  // Compressed, or a file: not validated.
  if (Buffer.isBuffer(body) && schema !== null) return response;
  const problemOf = await findProblems(schema);
  if (isStream(body))
    return { ...response, body: Readable.from(checkedStream(body, problemOf, wrong), STREAM) };
  const problem = problemOf(toText(body), getContentType(response));
  if (problem !== undefined) throw wrong(problem);
  return response;
}

const STREAM = { objectMode: false };

function toSchema({ doc }: Route, statusCode: number): ResponseSchema | undefined {
  // A cluster's response at `/` is passed on unchanged, errors included.
  if (statusCode >= 400) return doc?.responses[statusCode] ?? ERROR_BODY;
  return doc?.responses[statusCode];
}

async function findProblems(
  schema: ResponseSchema
): Promise<(text: string | undefined, contentType: string | undefined) => string | undefined> {
  if (schema === null)
    return (text) => (text === undefined || text === '' ? undefined : 'it has a body.');
  if (isNoJson(schema))
    return (_text, type) =>
      type === undefined || type.startsWith(schema.contentType)
        ? undefined
        : `its content type is ${type}.`;
  const validate = compiled.get(schema) ?? (await loadValidators()).strict.compile(schema);
  compiled.set(schema, validate);
  return (text) => {
    if (text === undefined) return 'it has no body.';
    if (validate(JSON.parse(text))) return undefined;
    return (validate.errors ?? [])
      .map(({ instancePath, message, params }) =>
        [instancePath || '/', message, JSON.stringify(params)].join(' ')
      )
      .join('; ');
  };
}

async function* checkedStream(
  body: Readable,
  problemOf: (text: string, contentType: undefined) => string | undefined,
  wrong: (problem: string) => Error
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as string | Buffer);
    chunks.push(bytes);
    yield bytes;
  }
  const problem = problemOf(Buffer.concat(chunks).toString('utf8'), undefined);
  if (problem !== undefined) throw wrong(problem);
}

const toText = (body: unknown): string | undefined =>
  typeof body === 'string' ? body : JSON.stringify(body);

const getContentType = ({ headers = {} }: RouteResponse): string | undefined => {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type');
  return name && headers[name];
};

const isNoJson = (
  schema: NonNullable<ResponseSchema>
): schema is Extract<ResponseSchema, { contentType: string }> => 'contentType' in schema;

const isStream = (body: unknown): body is Readable => body instanceof Readable;
