import type { HttpResponse, HttpSetup } from '@sd/core/public';
import type { SaveCondition, Version } from '@sd/ui_kit';

/** Request options with a JSON body. */
export const json = (body: object) => ({ body: JSON.stringify(body) });

/** Headers that save only if the entity still has the version that the user sees. */
export function headersOf(condition: SaveCondition): Record<string, string> {
  if ('create' in condition) return { 'if-none-match': '*' };
  return condition.etag === undefined ? {} : { 'if-match': condition.etag };
}

/** A response's body with its version. */
export const versioned = <T>({ body, response }: HttpResponse<T>): Version<T> => ({
  entity: body as T,
  etag: response?.headers.get('etag') ?? undefined,
});

export const readVersioned = async <T>(
  http: Pick<HttpSetup, 'get'>,
  path: string,
  signal?: AbortSignal
): Promise<Version<T>> => versioned(await http.get<T>(path, { signal, asResponse: true }));
