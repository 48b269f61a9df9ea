/** Passkeys of this browser; the library comes with the first use. Answers are JSON as text. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { i18n } from '@sd/core/public';

type Options = Readonly<Record<string, unknown>>;

/** Whether this browser offers passkeys at this address at all. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && window.isSecureContext;

/** @throws when the person gives up, or the browser refuses */
export async function createPasskey(options: Options): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

/** @throws when the person gives up, or the browser refuses */
export async function askPasskey(options: Options): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** What to tell somebody whose passkey did not come about. */
export const passkeyFailure = (): string =>
  i18n.translate('security.factors.passkeyFailed', {
    defaultMessage:
      'The passkey was not used: it was cancelled, or this browser has none for this address.',
  });
