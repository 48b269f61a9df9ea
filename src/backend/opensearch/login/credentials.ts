/** Verifies the credentials of a request by asking the cluster for their user. */
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type {
  AuthenticationResult,
  Identity,
  RequestCaller,
  AuthenticationRequest,
} from '../../api';

const CHALLENGE = 'Basic realm="OpenSearch Security"';

/** Headers that are forwarded with every request, but do not authenticate. */
const NO_PROOF: readonly string[] = ['securitytenant', 'security_tenant', 'x-forwarded-for'];

/**
 * @param identify - asks the cluster for the identity of a caller
 * @param allowed - lower-case names of headers that are forwarded to the cluster besides
 *   `authorization`
 * @returns the principal with these headers; rejects if the cluster cannot tell
 */
export async function authenticateCredentials(
  { headers: handedOver, remoteAddress }: AuthenticationRequest,
  identify: (caller: RequestCaller) => Promise<Identity | undefined>,
  allowed: readonly string[] = []
): Promise<AuthenticationResult> {
  const headers = Object.fromEntries(
    Object.entries(handedOver).filter(
      (header): header is [string, string] =>
        Boolean(header[1]) &&
        (header[0] === 'authorization' || allowed.includes(header[0])) &&
        !NO_PROOF.includes(header[0])
    )
  );
  if (Object.keys(headers).length === 0)
    return { ok: false, reason: 'missing', challenge: CHALLENGE };
  // The user name is not known yet.
  const principal = { userName: '', headers };
  const identity = await identify({ kind: 'user', principal, remoteAddress });
  return identity && identity.userName !== ANONYMOUS_USER_NAME
    ? { ok: true, principal: { userName: identity.userName, headers } }
    : { ok: false, reason: 'invalid', challenge: CHALLENGE };
}
