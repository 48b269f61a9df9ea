/** Verifies the credentials of a request by asking the cluster for their user. */
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type {
  AuthenticationResult,
  Identity,
  Login,
  LoginMethod,
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

/** The login form: a cluster verifies its passwords as HTTP Basic credentials (RFC 7617, UTF-8). */
export const passwordMethod = (authenticate: Login['authenticate']): LoginMethod => ({
  begin: async ({ fields, remoteAddress }) => {
    const { username = '', password = '' } = fields;
    const encoded = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
    const headers = { authorization: `Basic ${encoded}` };
    const result = await authenticate({ headers, remoteAddress });
    // A colon in a user name would start the password. The cluster is called anyway, so that the
    // response takes as long.
    const isName = username !== '' && !username.includes(':');
    const invalid = { ok: false, reason: 'invalid' } as const;
    return { kind: 'concluded', result: result.ok && !isName ? invalid : result };
  },
});
