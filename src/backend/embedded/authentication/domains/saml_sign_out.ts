/** A log-out that the SAML provider begins: what it says is proven, and answered. */
import { stringify } from 'node:querystring';
import type { SAML } from '@node-saml/node-saml';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { ProviderSignOut } from '../../../contract';
import { workerTask } from '../../../../workers';
import { attemptKey } from '../queue_keys';
import type { ProverDeps } from './domain';
import type { SamlProvider } from './saml_metadata_worker';
import type { SamlSettings } from './saml_settings';
import type { run } from './saml_sign_out_worker';

const SAML_SIGN_OUT = workerTask<typeof run>({
  folder: __dirname,
  name: 'saml_sign_out_worker',
  timeLimitMs: DOMAIN_LIMITS.samlProofMs,
});

interface SignOutParts {
  readonly settings: SamlSettings;
  readonly provider: SamlProvider;
  /** Says the answer. */
  readonly saml: SAML;
  readonly deps: Pick<ProverDeps, 'workers' | 'complain' | 'now'>;
}

/**
 * @param fields - `SAMLRequest`, `RelayState`; `query` as it came where the browser was redirected
 * @throws {QueueFullError}
 */
export async function signedOutBy(
  { settings, provider, saml, deps }: SignOutParts,
  fields: Readonly<Record<string, string>>,
  remoteAddress: string
): Promise<ProviderSignOut | undefined> {
  const { SAMLRequest: message = '', RelayState: relay = '', query } = fields;
  if (message === '' || message.length > DOMAIN_LIMITS.samlResponseLength) return undefined;
  const { certificates, signedOutAt } = provider;
  const { library, allowsSha1, idpEntityId: issuer, signOutAt: destination } = settings;
  const request = {
    ...{ message, library, certificates, allowsSha1, issuer, destination, nowMs: deps.now() },
    ...(query !== undefined && { query }),
  };
  const key = attemptKey({ remoteAddress, userName: 'saml' }, false);
  const verdict = await deps.workers.run(SAML_SIGN_OUT, request, key);
  if (!verdict.ok) {
    const reason = verdict.reason.slice(0, 200);
    deps.complain('A SAML request to sign out was refused.', { reason });
    return undefined;
  }
  const { id, nameId, sessionIndex } = verdict.found;
  const asker = { ID: id, issuer, nameID: nameId, nameIDFormat: '' };
  const location =
    signedOutAt && asSigned(await saml.getLogoutResponseUrlAsync(asker, relay, {}, true));
  return {
    subject: nameId,
    ...(sessionIndex !== undefined && { session: sessionIndex }),
    ...(location !== undefined && { location }),
  };
}

/** The library signs what it then writes in another way: `+` for a space, for one. */
function asSigned(location: string): string {
  const { origin, pathname, searchParams } = new URL(location);
  return `${origin}${pathname}?${stringify(Object.fromEntries(searchParams))}`;
}
