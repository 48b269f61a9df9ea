/** Credentials of a request, proven by asking the cluster who they are. */
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type {
  AuthenticationResult,
  Identity,
  RequestCaller,
  AuthenticationRequest,
} from '../../api';

const CHALLENGE = 'Basic realm="OpenSearch Security"';

/** Go on with every call of a caller, whoever he is. */
const NO_PROOF: readonly string[] = ['securitytenant', 'security_tenant', 'x-forwarded-for'];

/**
 * @param identify - what the cluster says of a caller
 * @param allowed - lower-case names of the headers that go on to it beside `authorization`
 * @returns with these as the principal's headers; it rejects when nobody can say
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
  // Whose they are is what is asked.
  const principal = { userName: '', headers };
  const identity = await identify({ kind: 'user', principal, remoteAddress });
  return identity && identity.userName !== ANONYMOUS_USER_NAME
    ? { ok: true, principal: { userName: identity.userName, headers } }
    : { ok: false, reason: 'invalid', challenge: CHALLENGE };
}
