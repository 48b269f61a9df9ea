/**
 * Whether a change of the authentication domains takes the way in: of everybody who has a password,
 * or the caller's own.
 */
import type { Principal } from '../../api/engine';
import { enabledDomains, verificationDependsOn, takesPasswords } from '../../model/authentication_domains';

type Json = Readonly<Record<string, unknown>>;

/** A document of the configuration as it was and as it would be. */
export interface DocumentChange {
  readonly id: string;
  readonly before?: Json;
  readonly body?: Json;
}

export interface LostLoginMethods {
  /** Internal users could sign in by their passwords, and could not any more. */
  readonly ofPasswords: boolean;
  /** What proved the caller would count no more. */
  readonly own: boolean;
}

export function lostLoginMethods(
  { before, body }: DocumentChange,
  principal: Principal | undefined
): LostLoginMethods {
  const ofPasswords = takesPasswords(before) && !takesPasswords(body);
  const { provided } = principal ?? {};
  if (!provided) return { ofPasswords, own: ofPasswords && principal !== undefined };
  const restsOn = (document: Json | undefined) => {
    const domain = enabledDomains(document).find(({ name }) => name === provided.domain);
    return domain && verificationDependsOn(document, domain);
  };
  return { ofPasswords, own: restsOn(body) !== restsOn(before) };
}
