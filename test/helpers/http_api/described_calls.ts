/** Sends the requests of `docs/reference/openapi.json`, and validates them and the responses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { RequiredRights, Right } from '../../../src/contracts/api';
import type { HttpClient, HttpResult } from '../http_client';

interface Content {
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
}
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Required access: `public`, `optional`, `user` or `admin`. */
  readonly access: string;
  /** What an operation for administrators needs, as `RouteConfig` has it. */
  readonly rights?: RequiredRights;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

/** The values for an operation's parameters and body. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Expected status. Default: the first one below 400 that the operation declares. */
  readonly status?: number;
  /** Of an operation whose rights depend on the request: those of this one. Default: none. */
  readonly rights?: readonly Right[];
}

const FILE = join(__dirname, '..', '..', '..', 'docs', 'reference', 'openapi.json');

export class DescribedCalls {
  private readonly document = JSON.parse(readFileSync(FILE, 'utf8')) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, Record<string, never> & { operationId: string }>>>
    >;
    readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  readonly operations: ReadonlyMap<string, Operation> = new Map(
    Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]): [string, Operation] => [
        one.operationId,
        {
          id: one.operationId,
          method: method.toUpperCase(),
          path,
          access: one['x-access'] as unknown as string,
          rights: one['x-rights'],
          parameters: one['parameters'] ?? [],
          requestBody: one['requestBody'],
          responses: one['responses'] as unknown as Operation['responses'],
        },
      ])
    )
  );
  private readonly ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor() {
    this.ajv.addSchema({ $id: 'api', components: this.document.components } as object);
  }

  operation(id: string): Operation {
    const found = this.operations.get(id);
    if (!found) throw new Error(`There is no operation ${id}.`);
    return found;
  }

  takesParameter({ parameters }: Operation, name: string): boolean {
    return parameters.some((one) => this.resolve(one).name === name);
  }

  send(client: HttpClient, { method, path }: Operation, example: Example): Promise<HttpResult> {
    const { params = {}, query = {}, body, headers } = example;
    const target = path.replace(/\{(\w+)\}/g, (_place, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`${method} ${path} needs a value for ${name}.`);
      return encodeURIComponent(value);
    });
    const search = new URLSearchParams(query).toString();
    return client.request(method, search ? `${target}?${search}` : target, {
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
  }

  /** Returns the problem of an example according to the description, if any. */
  problemOfRequest({ id, parameters, requestBody }: Operation, example: Example): unknown {
    const known = parameters.map((one) => this.resolve(one).name);
    const strange = [
      ...Object.keys(example.query ?? {}),
      ...Object.keys(example.headers ?? {}).filter((name) => name !== 'content-type'),
    ].filter((name) => !known.includes(name));
    if (strange.length > 0) return `Not described: ${strange.join()}`;
    if (example.body === undefined)
      return requestBody?.required ? 'A body is required.' : undefined;
    const type = example.headers?.['content-type'] ?? 'application/json';
    return this.problem(`${id} request ${type}`, requestBody?.content?.[type], example.body);
  }

  /**
   * Returns the problem of a response, if any: a status or body that the operation does not
   * declare.
   */
  problemOfAnswer(
    { id, responses }: Operation,
    { status, headers, body, text }: HttpResult
  ): unknown {
    const named = responses[String(status)] ?? responses['default'];
    if (!named) return `The status ${status} is not described: ${text}`;
    const { content } = this.resolve(named);
    if (!content) return text === '' ? undefined : `There is a body: ${text}`;
    const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
    const described = content[type] ?? content['*/*'];
    if (!described) return `The content type ${type} is not described: ${text}`;
    return type === 'application/json'
      ? this.problem(`${id} ${status}`, described, body)
      : undefined;
  }

  private problem(name: string, described: unknown, value: unknown): unknown {
    if (described === undefined) return `${name} is not described.`;
    const { schema } = described as { readonly schema: object };
    let validate = this.validators.get(name);
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
      validate = this.ajv.compile(JSON.parse(text) as object);
      this.validators.set(name, validate);
    }
    return validate(value) ? undefined : { errors: validate.errors, value };
  }

  private resolve<T extends { readonly $ref?: string }>(value: T): T {
    const [, group = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? [];
    return value.$ref === undefined ? value : (this.document.components[group]?.[name] as T);
  }
}
