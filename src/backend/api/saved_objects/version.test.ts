import { decodeVersion, encodeVersion } from './object';

// @spec 23/3
it.each([
  ['WzQsMV0=', { seqNo: 4, primaryTerm: 1 }],
  ['WzEyMyw0NTZd', { seqNo: 123, primaryTerm: 456 }],
])('encodes and decodes %s as clients of OpenSearch Dashboards expect', (text, version) => {
  expect(decodeVersion(text)).toEqual(version);
  expect(encodeVersion(version)).toBe(text);
});
