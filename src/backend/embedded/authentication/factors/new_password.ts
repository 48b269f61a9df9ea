/** Sets a new password during a login, by the rules for the user's own account. */
import type { ChangeOrigin } from '../../../api/engine';
import type { EngineSettings } from '../../../api/settings';
import type { ConfigurationWriter } from '../../configuration_store/configuration_writer';
import type { PasswordHasher } from '../password_hash';
import { passwordProblem } from '../password_rules';
import type { StrengthMeter } from '../password_strength';
import { loggedInKey } from '../hash_queue_keys';
import type { UserRecord } from '../user_directory';

export interface NewPasswordDeps {
  readonly writer: ConfigurationWriter;
  readonly hasher: PasswordHasher;
  readonly settings: EngineSettings;
  readonly measureStrength: StrengthMeter;
}

const SAME = 'The new password must differ from the present one';

/**
 * @returns why the password was rejected, or `undefined` if it was saved and no longer has to be
 *   changed
 */
export async function setNewPassword(
  { writer, hasher, settings, measureStrength }: NewPasswordDeps,
  { name, hash: former, credentialVersion }: UserRecord,
  password: string,
  remoteAddress: string
): Promise<string | undefined> {
  const problem = await passwordProblem(password, name, settings, measureStrength);
  if (problem !== undefined) return problem;
  if (await hasher.verify(former, password, loggedInKey('verify', name))) return SAME;
  const hash = await hasher.hash(password, loggedInKey('change', name));
  const origin: ChangeOrigin = { userName: name, via: 'rest', remoteAddress };
  const isSet = await writer.by(origin).write((store) => {
    const stored = store.read('internalusers', name);
    const isStill = String(store.credential(name)?.version) === credentialVersion;
    if (!stored || !isStill) return false;
    store.put('internalusers', name, stored.entity, { hash });
    return true;
  });
  return isSet ? undefined : 'The password was changed meanwhile';
}
