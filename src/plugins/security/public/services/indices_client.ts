/**
 * Index requests with the caller's own permissions. Loaded with the pages that show them. Paths and
 * payloads: `common/api.ts`. All functions reject with the HTTP service's fetch error.
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
import { ACCESS_PATHS } from '../../common';
import { json } from './http_helpers';

/** Documents that a DLS query, a role or a user can see. */
export const previewDocuments = (
  http: Pick<HttpSetup, 'post'>,
  request: DlsPreviewRequest,
  signal?: AbortSignal
): Promise<DlsPreview> => http.post(ACCESS_PATHS.dlsPreview, { ...json(request), signal });

/**
 * Indices, aliases and data streams; for an engine without indices, names from its configuration
 * and events.
 */
export const suggestIndices = (
  http: Pick<HttpSetup, 'get'>,
  request: NamesRequest,
  signal?: AbortSignal
): Promise<SuggestedNames> =>
  http.get(ACCESS_PATHS.suggestedIndices, { query: { ...request }, signal });

/** Fields of the indices that match patterns. */
export const suggestFields = (
  http: Pick<HttpSetup, 'get'>,
  { index, ...rest }: FieldsRequest,
  signal?: AbortSignal
): Promise<SuggestedFields> =>
  http.get(ACCESS_PATHS.suggestedFields, { query: { ...rest, index: index.join(',') }, signal });
