/** What the administrator's certificate needs of the server. */
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import type { CoreConfig } from './core_sections';

/** @throws {StartError} when `engine.authcz.admin_dn` names somebody who could never come in */
export function assertAdminCertificates({
  engine,
  server: { ssl },
}: Pick<CoreConfig, 'engine' | 'server'>): void {
  if (engine.authcz.admin_dn.length === 0) return;
  const missing = [
    ...(ssl.enabled ? [] : ['server.ssl.enabled: true']),
    ...(ssl.clientAuthentication === 'none'
      ? ['server.ssl.clientAuthentication: optional (or required)']
      : []),
    // Without it, whatever public authorities issue would be proven.
    ...([ssl.certificateAuthorities ?? []].flat().length > 0
      ? []
      : ['server.ssl.certificateAuthorities: the file of the authority that issues them']),
  ];
  if (missing.length === 0) return;
  throw new StartError(
    `[engine.authcz.admin_dn]: certificates of administrators need ${missing.join(', and ')}`,
    EXIT_INVALID_CONFIG
  );
}
