/**
 * Looking at indices with the caller's own rights. Loaded with what shows them. Paths and payloads:
 * `common/api.ts`. All reject with the http service's fetch error.
 */
import type {
  DlsPreview,
  DlsPreviewRequest,
  FieldsRequest,
  NamesRequest,
  SuggestedFields,
  SuggestedNames,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS } from '../../common';

/** What a query of documents, a role or a user shows of indices. */
export const previewDocuments = (
  http: Pick<HttpSetup, 'post'>,
  request: DlsPreviewRequest,
  signal?: AbortSignal
): Promise<DlsPreview> =>
  http.post(API_PATHS.dlsPreview, { body: JSON.stringify(request), signal });

/** Indices, aliases and data streams; of an engine without indices, names that it has heard of. */
export const suggestIndices = (
  http: Pick<HttpSetup, 'get'>,
  request: NamesRequest,
  signal?: AbortSignal
): Promise<SuggestedNames> =>
  http.get(API_PATHS.suggestedIndices, { query: { ...request }, signal });

/** Fields of the indices that patterns match. */
export const suggestFields = (
  http: Pick<HttpSetup, 'get'>,
  { index, ...rest }: FieldsRequest,
  signal?: AbortSignal
): Promise<SuggestedFields> =>
  http.get(API_PATHS.suggestedFields, { query: { ...rest, index: index.join(',') }, signal });
