/**
 * A software authenticator (WebAuthn Level 3, sections 6.1 and 6.5) with one ES256 passkey, without
 * attestation. Each part of a response can be made invalid.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface PasskeyUse {
  readonly challenge: string;
  readonly origin?: string;
  /** Default: the previous counter plus one. */
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64 = (data: Buffer): string => data.toString('base64url');
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export class SoftwarePasskey {
  readonly id = randomBytes(32);
  private readonly privateKey: KeyObject;
  private readonly coseKey: Buffer;
  counter = 0;

  constructor(
    private readonly rpId: string,
    private readonly origin: string
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // CBOR encoded by hand: {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053, section 7.1.1).
    this.coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** Returns a `RegistrationResponseJSON` as text. */
  create({ challenge, origin }: PasskeyUse): string {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.authenticatorData(FLAGS.present | FLAGS.verified | FLAGS.attested, 0),
      Buffer.alloc(16),
      length,
      this.id,
      this.coseKey,
    ]);
    // {"fmt": "none", "attStmt": {}, "authData": bytes with a two-byte length}
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex');
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    return this.response({
      clientDataJSON: base64(this.clientData('webauthn.create', challenge, origin)),
      attestationObject: base64(Buffer.concat([head, size, data])),
      transports: ['internal'],
    });
  }

  /** Returns an `AuthenticationResponseJSON` as text. */
  use(use: PasskeyUse): string {
    const { challenge, origin, isVerified = true, userHandle } = use;
    const counter = use.counter ?? ++this.counter;
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0);
    const data = this.authenticatorData(flags, counter);
    const clientData = this.clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.privateKey);
    return this.response({
      clientDataJSON: base64(clientData),
      authenticatorData: base64(data),
      signature: base64(signature),
      ...(userHandle !== undefined && { userHandle }),
    });
  }

  private authenticatorData(flags: number, counter: number): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(this.rpId), tail]);
  }

  private clientData(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private response(response: object): string {
    const id = base64(this.id);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }
}
