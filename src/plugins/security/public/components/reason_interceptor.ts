/**
 * Asks why, where a guardrail lets a change pass with a reason, and sends the change again. If the
 * user declines, the change stays refused.
 */
import type { ImportReceived } from '@sd/contracts';
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
    // An import is answered with its refusal.
    response: async (response) => {
      const rejected = (response.body as { readonly refusal?: Rejection } | undefined)?.refusal;
      if (rejected?.asks_reason !== true) return {};
      const { code, params, message } = rejected;
      const problem = textOfCode(code, params) ?? message;
      return (await sentWithReason(problem, response.fetchOptions)) ?? {};
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
