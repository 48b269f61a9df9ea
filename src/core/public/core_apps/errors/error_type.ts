import { parseQueryParams } from '../../utils/query_params';

/** Values of the query parameter `errorType` of `/app/error`. Source: specification section 2.6. */
export const URL_OVERFLOW_ERROR_TYPE = 'urlOverflow';
export const ERROR_APP_ROUTE = '/app/error';
export const ADVANCED_SETTINGS_ROUTE = '/app/management/kibana/settings';
export const SESSION_STORAGE_SETTING = 'state:storeInSessionStorage';

export const getErrorType = (search: string): string | undefined =>
  parseQueryParams(search).get('errorType') ?? undefined;

/** Internet Explorer, and the Edge versions with the same URL length limit. */
export const isLegacyBrowser = (userAgent: string): boolean =>
  /MSIE |Trident\/|Edge\//.test(userAgent);
