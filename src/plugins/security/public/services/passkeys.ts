/** Passkeys of this browser. The library loads on first use. Responses are JSON texts. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { t } from '@sd/core/public';

type Options = Readonly<Record<string, unknown>>;

/** Whether the browser supports passkeys at this address. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && window.isSecureContext;

/** @throws if the user cancels or the browser rejects the request */
export async function createPasskey(options: Options): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

/** @throws if the user cancels or the browser rejects the request */
export async function requestPasskey(options: Options): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** Message for a failed passkey request. */
export const passkeyFailure = (): string =>
  t(
    'security.factors.passkeyFailed',
    'The passkey was not used. You canceled, or this browser has no passkey for this address.'
  );
