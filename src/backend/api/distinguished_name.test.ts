/** Comparison of distinguished names. */
import { comparableName, displayName } from './distinguished_name';

const ADMIN = 'CN=admin,OU=it,O=test,C=DE';
const same = (one: string, other: string): boolean =>
  comparableName(one) !== undefined && comparableName(one) === comparableName(other);

it.each([
  ['CN=ADMIN,OU=IT,O=Test,C=de', 'case of ASCII letters'],
  ['  cn = admin ,  ou=it, o=test ; c=DE  ', 'spaces around parts, legacy separators'],
  ['CN="admin",OU=it,O=test,C=DE', 'quotes'],
  ['2.5.4.3=admin,OID.2.5.4.11=it,O=test,C=DE', 'attribute OIDs'],
  ['CN=#0c0561646d696e,OU=it,O=test,C=DE', 'DER values'],
  ['CN=\\61dmin,OU=\\69\\74,O=test,C=DE', 'hexadecimal bytes'],
])('treats %s as equal: %s', (text) => expect(same(text, ADMIN)).toBe(true));

it.each([
  'C=DE,O=test,OU=it,CN=admin',
  'CN=admin',
  'CN=admin,OU=it,O=test,C=DE,DC=org',
  'CN=admin2,OU=it,O=test,C=DE',
  'CN=admin\\,OU\\=it,O=test,C=DE',
  'CN=admin\\,OU\\=it\\,O\\=test\\,C\\=DE',
  'CN=admin\\ ,OU=it,O=test,C=DE',
  'CN=\\ admin,OU=it,O=test,C=DE',
  'CN=admin\\00,OU=it,O=test,C=DE',
  'CN=admın,OU=it,O=test,C=DE',
  'CN=admin,OU=ıt,O=test,C=DE',
  'CN=аdmin,OU=it,O=test,C=DE',
  'CN=admin+OU=it,O=test,C=DE',
  'CN=admin,OU=it,O=te st,C=DE',
  'CN=\\C3\\A1dmin,OU=it,O=test,C=DE',
])('treats %s as different', (text) => {
  expect(comparableName(text)).toBeDefined();
  expect(same(text, ADMIN)).toBe(false);
});

it.each([
  '',
  'admin',
  '=admin',
  'CN=admin,',
  'CN=admin,OU',
  'CN="admin',
  'CN="admin"x',
  'CN=ad"min',
  'CN=admin\\',
  'CN=#zz',
  'CN=#0c05',
  'CN=#3003020101',
  'CN=\\ff',
  'CN=a,=b',
  'C N=a',
])('rejects %j', (text) => expect(comparableName(text)).toBeUndefined());

it('distinguishes multi-valued parts from several parts, and ignores the order inside a part', () => {
  expect(same('CN=a+OU=b,C=DE', 'ou=B + cn=A, c=de')).toBe(true);
  expect(same('CN=a+OU=b,C=DE', 'CN=a,OU=b,C=DE')).toBe(false);
});

it('formats names like Java, in a form that parses to the same name', () => {
  const text = ' emailAddress=a@b.c , CN= \\#a\\, "b"'.replace('"b"', '\\"b\\" ');
  expect(displayName(text)).toBe('EMAILADDRESS=a@b.c,CN=\\#a\\, \\"b\\"');
  for (const value of ['a ', ' a', ' ', '#1', 'a+b', 'é€𝄞', 'a=b;c<d>', '\\', '\0']) {
    const sent = `CN=${[...Buffer.from(value)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}`;
    const displayed = displayName(sent);
    expect(displayed).toBeDefined();
    expect(comparableName(displayed as string)).toBe(comparableName(sent));
  }
});
