/**
 * The authenticator `clientcert`: whoever holds a certificate that an authority of this server
 * issued. Source: docs/reference/engine.md#authentication.
 */
import { attributeValues } from '../../../api';
import { compilePattern, type Matcher } from '../../../access/patterns/pattern';
import type { AuthenticationRequest } from '../../../api/engine';
import { within } from './claims';
import { NONE, REFUSED, type DomainOutcome, type DomainAuthenticator } from './domain';
import type { DomainSettings } from './domain_settings';

export class CertificateDomain implements DomainAuthenticator {
  /** It comes with the line. */
  readonly headers: readonly string[] = [];
  readonly queryParameters: readonly string[] = [];
  private readonly userAttribute: string | undefined;
  private readonly rolesAttribute: string | undefined;
  private readonly skipped: readonly Matcher[];

  constructor(settings: DomainSettings) {
    this.userAttribute = settings.text('username_attribute');
    this.rolesAttribute = settings.text('roles_attribute');
    this.skipped = settings.list('skip_users').map(compilePattern);
  }

  async prove({ tls }: AuthenticationRequest): Promise<DomainOutcome> {
    const subject = tls?.peer?.[0].subject;
    if (subject === undefined || this.skipped.some((matches) => matches(subject))) return NONE;
    const valuesOf = (attribute: string | undefined) =>
      attribute === undefined ? [] : attributeValues(subject, attribute);
    const proof = within({
      userName: valuesOf(this.userAttribute)[0] ?? subject,
      backendRoles: valuesOf(this.rolesAttribute),
      attributes: {},
    });
    return proof ? { kind: 'proven', proof } : REFUSED;
  }
}
