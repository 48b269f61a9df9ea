/** Principals that what the engine issued has proven: tokens and API keys. */
import { keyOfVersion } from './stored_keys/api_key_text';
import { parseTokenVersion } from './on_behalf_of';

/**
 * Whether somebody called with what was issued to him, not with what he signs in by: that changes
 * neither how he signs in nor what is issued to him.
 */
export const isIssued = (credentialVersion: string | undefined): boolean =>
  parseTokenVersion(credentialVersion) !== undefined ||
  keyOfVersion(credentialVersion) !== undefined;
