/**
 * Authenticates callers by API key, without a second factor: its owner presented one when creating
 * the key. All unusable keys get the same response after the same work.
 */
import { apiKeyIn, bringsApiKey } from '../../../../contracts/api';
import { API_KEY_LIMITS } from '../../../../contracts/limits';
import type { AuthenticationRequest, AuthenticationResult } from '../../../api/engine';
import type { EngineLog } from '../../../api/log';
import { isDisabled } from '../../../model/service_account';
import { isConstantTimeEqual } from '../constant_time_equal';
import type { LoginGuard } from '../login_guard';
import type { UserDirectory } from '../user_directory';
import type { ApiKeyStore, KeyWithDigest, StoredKey } from '../api_key_store/api_key_store';
import { toDigest, idIn, versionOfKey } from '../api_key_store/api_key_text';

export interface ApiKeyVerifierDeps {
  /** `EngineSettings.hasApiKeys`. */
  readonly isEnabled: boolean;
  readonly store: ApiKeyStore;
  readonly users: UserDirectory;
  readonly guard: Pick<LoginGuard, 'blockedForMs'>;
  /** Whether any authentication domain lets internal users log in. */
  readonly takesPasswords: () => boolean;
  readonly log: EngineLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const INVALID: AuthenticationResult = { ok: false, reason: 'invalid' };
const OFF: AuthenticationResult = { ok: false, reason: 'off' };
/** Compared with the digest of unknown keys, so that they cost the same. */
const NO_DIGEST = new Uint8Array(32);

export class ApiKeyVerifier {
  constructor(private readonly deps: ApiKeyVerifierDeps) {}

  /** @returns `undefined` if the request has no API key */
  verify({
    headers,
    remoteAddress,
  }: AuthenticationRequest):
    { readonly result: AuthenticationResult; readonly userName?: string } | undefined {
    const { authorization } = headers;
    if (!bringsApiKey(authorization)) return undefined;
    const token = apiKeyIn(authorization) ?? '';
    const id = idIn(token);
    const stored = id === undefined ? undefined : this.deps.store.byId(id);
    const isRight = isConstantTimeEqual(stored?.digest ?? NO_DIGEST, toDigest(token));
    const error = this.deps.isEnabled ? INVALID : OFF;
    if (!stored) return { result: error };
    const { userName } = stored;
    if (!isRight || !this.validKey(stored.id, userName)) return { result: error, userName };
    // Checked last, so that only the owner of the key learns about a block.
    const blockedForMs = this.deps.guard.blockedForMs({ userName, remoteAddress });
    if (blockedForMs > 0) {
      const retryAfterSeconds = Math.ceil(blockedForMs / 1_000);
      return { result: { ok: false, reason: 'blocked', retryAfterSeconds }, userName };
    }
    this.recordUse(stored);
    const credentialVersion = versionOfKey(stored.id);
    const { expiresAtMs } = stored;
    return { result: { ok: true, principal: { userName, credentialVersion, expiresAtMs } } };
  }

  /** The key, if it is valid now: not expired or revoked, and its owner may log in. */
  validKey(id: string, userName: string): StoredKey | undefined {
    const { isEnabled, store, users, now, takesPasswords } = this.deps;
    if (!isEnabled) return undefined;
    const key = store.byId(id);
    if (key?.userName !== userName || key.expiresAtMs <= now()) return undefined;
    const owner = users.find(userName);
    return owner && !isDisabled(owner.user) && takesPasswords() ? key : undefined;
  }

  /** Updates the time of last use at long intervals, without delaying the request. */
  private recordUse({ id, lastUsedAtMs }: KeyWithDigest): void {
    const { store, log, now } = this.deps;
    if (lastUsedAtMs !== null && now() - lastUsedAtMs < API_KEY_LIMITS.useMs) return;
    store.used(id).catch((error: unknown) => {
      log.warn('The last use of an API key could not be written.', { error: String(error) });
    });
  }
}
