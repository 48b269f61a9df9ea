/** What an export is made of: files that the server writes. */
import type { ConfigurationFile } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import {
  CONFIGURATION_FILES,
  CONFIGURATION_FILES_PATH,
  type ConfigurationFileKind,
  type ConfigurationFormat,
} from '../../../../common';

export const KINDS = Object.keys(CONFIGURATION_FILES) as readonly ConfigurationFileKind[];

/** @throws what the request throws */
export const exportKind = (
  http: Pick<HttpSetup, 'get'>,
  kind: ConfigurationFileKind,
  format: ConfigurationFormat,
  signal: AbortSignal
): Promise<ConfigurationFile> =>
  http.get<ConfigurationFile>(`${CONFIGURATION_FILES_PATH}/${kind}`, { query: { format }, signal });
