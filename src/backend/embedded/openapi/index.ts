/** The published description of the management API. */
export { openApiDocument, openApiText } from './openapi';
