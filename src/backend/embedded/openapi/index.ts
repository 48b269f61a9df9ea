/** The published description of the management API. */
export { openApiDocument } from './openapi';
