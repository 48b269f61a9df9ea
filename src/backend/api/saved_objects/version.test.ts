import { decodeVersion, encodeVersion } from './object';

it.each([
  ['WzQsMV0=', { seqNo: 4, primaryTerm: 1 }],
  ['WzEyMyw0NTZd', { seqNo: 123, primaryTerm: 456 }],
])('reads and writes %s as the clients of the ecosystem know it', (text, version) => {
  expect(decodeVersion(text)).toEqual(version);
  expect(encodeVersion(version)).toBe(text);
});
