/** An OpenID provider that a test controls: it issues whatever id token the test makes. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, type JWTPayload } from 'jose';

const KEY_ID = 'one';

export class OpenIdDouble {
  readonly keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  issuer = '';
  /** Of the login in progress. */
  nonce = '';
  private server: Server | undefined;
  /** The next id token. */
  issue: () => string | Promise<string> = () => this.sign();

  constructor(readonly clientId: string) {}

  async start(): Promise<void> {
    const answers: Readonly<Record<string, () => unknown>> = {
      '/keys': () => ({
        keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig' }],
      }),
      '/token': async () => ({
        access_token: 'x',
        token_type: 'Bearer',
        id_token: await this.issue(),
      }),
      '/.well-known/openid-configuration': () => ({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      }),
    };
    const server = createServer((request, response) => {
      void (async () => {
        const body = await answers[request.url ?? '']?.();
        response.setHeader('content-type', 'application/json');
        request.resume().on('end', () => response.end(JSON.stringify(body ?? {})));
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  get connectUrl(): string {
    return `${this.issuer}/.well-known/openid-configuration`;
  }

  /** Claims that the client accepts. Times are in seconds. */
  claims(): JWTPayload {
    const nowS = Math.floor(Date.now() / 1_000);
    const { issuer: iss, clientId: aud, nonce } = this;
    return { iss, aud, nonce, sub: 'olga', iat: nowS, exp: nowS + 600 };
  }

  /**
   * @param more - claims that replace the accepted ones; `undefined` leaves one out
   * @param header - parts of the header that replace the correct ones
   */
  sign(
    more: JWTPayload = {},
    header: Readonly<Record<string, unknown>> = {},
    key: KeyObject | Uint8Array = this.keys.privateKey
  ): Promise<string> {
    return new SignJWT({ ...this.claims(), ...more })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...header })
      .sign(key);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
