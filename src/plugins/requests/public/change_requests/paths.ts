import { REQUEST_PATH } from '../../common';

/** The page of a request, within the Security app. */
export const requestPath = (id: string): string =>
  REQUEST_PATH.replace(':name', encodeURIComponent(id));
