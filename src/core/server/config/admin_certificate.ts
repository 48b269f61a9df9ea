/** Server settings that administrator certificates require. */
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import type { CoreConfig } from './core_sections';

/**
 * @throws {StartError} if `engine.authcz.admin_dn` is set, but the TLS settings do not allow client
 *   certificates
 */
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
    // Otherwise certificates of any public authority would be accepted.
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
