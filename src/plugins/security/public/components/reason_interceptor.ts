/**
 * Asks why, where a guardrail lets a change pass with a reason, and sends the change again. If the
 * user declines, the change stays refused.
 */
import type { BulkDeleteRequest, BulkDeleteResponse, ImportReceived } from '@sd/contracts';
import { CHANGE_REASON_HEADER } from '@sd/core/common';
import {
  errorText,
  textOfCode,
  type HttpFetchOptionsWithPath,
  type HttpInterceptor,
  type HttpResponse,
  type HttpSetup,
  type OverlayStart,
} from '@sd/core/public';

type Rejection = NonNullable<ImportReceived['refusal']>;
type Received = Partial<Pick<ImportReceived, 'refusal'> & BulkDeleteResponse>;

export function reasonInterceptor(
  http: Pick<HttpSetup, 'fetch'>,
  overlays: Pick<OverlayStart, 'openModal'>
): HttpInterceptor {
  /** @returns `undefined` if the user declines */
  const sentWithReason = async (
    problem: string,
    fetchOptions: HttpFetchOptionsWithPath
  ): Promise<HttpResponse | undefined> => {
    const { askReason } = await import('./reason_dialog');
    const reason = await askReason(overlays, problem);
    if (reason === undefined) return undefined;
    const headers = {
      ...fetchOptions.headers,
      [CHANGE_REASON_HEADER]: encodeURIComponent(reason),
    };
    return http.fetch({ ...fetchOptions, headers, asResponse: true });
  };
  return {
    // An import is answered with its refusal, a deletion of several entries with that of each one.
    response: async (response) => {
      const { refusal: ofImport, results = [] } = (response.body ?? {}) as Received;
      const asking = results.filter(({ asks_reason: asks }) => asks);
      const [rejected = ofImport] = asking;
      if (rejected?.asks_reason !== true) return {};
      const { code, params, message } = rejected;
      const problem = (code && textOfCode(code, params)) ?? message;
      if (asking.length === 0) return (await sentWithReason(problem, response.fetchOptions)) ?? {};
      const request: BulkDeleteRequest = { names: asking.map(({ name }) => name) };
      const body = JSON.stringify(request);
      const again = await sentWithReason(problem, { ...response.fetchOptions, body });
      const newer = (again?.body as BulkDeleteResponse | undefined)?.results;
      return {
        body: {
          results: results.map((one) => newer?.find(({ name }) => name === one.name) ?? one),
        },
      };
    },
    responseError: async ({ body, error, fetchOptions }) => {
      const { attributes } = (body ?? {}) as { readonly attributes?: Partial<Rejection> };
      if (attributes?.asks_reason !== true) throw error;
      const response = await sentWithReason(errorText(error), fetchOptions);
      if (!response) throw error;
      return response;
    },
  };
}
