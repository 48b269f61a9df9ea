/** Credentials of a request, proven by asking the cluster who they are. */
import type { AuthenticationResult, Identity, RequestCaller, SignInRequest } from '../../contract';

const CHALLENGE = 'Basic realm="OpenSearch Security"';

/** Who brought nothing that a cluster with anonymous access understands: no credentials. */
const ANONYMOUS_USER = 'opendistro_security_anonymous';

/**
 * @param identify - what the cluster says of a caller
 * @returns with `authorization` as the principal's only header; it rejects when nobody can say
 */
export async function prove(
  { headers: { authorization }, remoteAddress }: SignInRequest,
  identify: (caller: RequestCaller) => Promise<Identity | undefined>
): Promise<AuthenticationResult> {
  if (authorization === undefined || authorization === '')
    return { ok: false, reason: 'missing', challenge: CHALLENGE };
  const headers = { authorization };
  // Whose they are is what is asked.
  const principal = { userName: '', headers };
  const identity = await identify({ kind: 'user', principal, remoteAddress });
  return identity && identity.userName !== ANONYMOUS_USER
    ? { ok: true, principal: { userName: identity.userName, headers } }
    : { ok: false, reason: 'invalid', challenge: CHALLENGE };
}
