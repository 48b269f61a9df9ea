/**
 * A certificate and its key in one password-protected file (PKCS #12, RFC 7292). The DER encoding
 * is written by hand, because the files are small.
 */
import {
  createHash,
  createHmac,
  createPrivateKey,
  randomBytes,
  X509Certificate,
} from 'node:crypto';

const OID = {
  data: '1.2.840.113549.1.7.1',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  keyBag: '1.2.840.113549.1.12.10.1.2',
  x509: '1.2.840.113549.1.9.22.1',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;
/** Block size of SHA-256 in bytes. */
const BLOCK = 64;
const ROUNDS = 2_048;

/** @param pem - certificate and private key */
export function pkcs12Of(
  pem: { readonly cert: string; readonly key: string },
  passphrase: string
): Buffer {
  const shrouded = createPrivateKey(pem.key).export({
    type: 'pkcs8',
    format: 'der',
    cipher: 'aes-256-cbc',
    passphrase,
  });
  const certificate = sequence(oid(OID.x509), explicit(octets(new X509Certificate(pem.cert).raw)));
  const bags = sequence(
    sequence(oid(OID.certificateBag), explicit(certificate)),
    sequence(oid(OID.keyBag), explicit(shrouded))
  );
  const safe = sequence(data(bags));
  return sequence(integer(3), data(safe), macOf(safe, passphrase));
}

/** MAC of the contents, with a key derived from the passphrase (RFC 7292, appendix B.2). */
function macOf(safe: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(8);
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const filled = (bytes: Buffer): Buffer =>
    Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK, bytes);
  let key = Buffer.concat([Buffer.alloc(BLOCK, 3), filled(salt), filled(password)]);
  for (let round = 0; round < ROUNDS; round++) key = createHash('sha256').update(key).digest();
  const digest = createHmac('sha256', key).update(safe).digest();
  const algorithm = sequence(oid(OID.sha256), tagged(0x05));
  return sequence(
    sequence(algorithm, octets(digest)),
    octets(salt),
    tagged(0x02, Buffer.from([ROUNDS >> 8, ROUNDS & 255]))
  );
}

const data = (content: Buffer): Buffer => sequence(oid(OID.data), explicit(octets(content)));
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const explicit = (...parts: readonly Buffer[]): Buffer => tagged(0xa0, ...parts);
const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes);
const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]));

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = rest.flatMap((value) => {
    const digits = [value & 127];
    for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128);
    return digits;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}
