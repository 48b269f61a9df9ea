/**
 * Checks the content of an assertion after its signature (SAML 2.0 Profiles, section 4.1.4.3):
 * issuer, recipient, request, and time.
 */
import { isJsonObject } from '../../../model/entity_shape';
import { AssertionError } from './saml_xml';

/**
 * XML as the library parses it: lists of elements by name, attributes under `$`, text under `_`.
 */
type Xml = Readonly<Record<string, unknown>>;

export interface ExpectedAssertion {
  /** `idp.entity_id`. */
  readonly issuer: string;
  /** The address that received the assertion. */
  readonly recipient: string;
  /** Id of the request that it responds to; `undefined` for a login that the provider initiated. */
  readonly requestId: string | undefined;
  readonly nowMs: number;
}

export interface Assertion {
  readonly id: string;
  readonly nameId: string;
  readonly nameIdFormat?: string;
  readonly sessionIndex?: string;
  /** When the assertion stops being valid as a response. */
  readonly endsAtMs: number;
  /** When the provider's session ends. */
  readonly sessionEndsAtMs?: number;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** Accepted clock difference, the same as for tokens. */
export const SAML_SKEW_MS = 30_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * @param document - only the part of the document that a valid signature covers
 * @throws {AssertionError}
 */
export function readAssertion(document: unknown, expected: ExpectedAssertion): Assertion {
  const assertion = isJsonObject(document) ? only(document, 'Assertion') : undefined;
  if (!assertion) throw new AssertionError('there is no assertion');
  const { issuer, nowMs } = expected;
  const id = attribute(assertion, 'ID');
  const subject = only(assertion, 'Subject');
  const name = subject && only(subject, 'NameID');
  if (toText(only(assertion, 'Issuer')) !== issuer) throw new AssertionError('wrong issuer');
  if (id === undefined || !subject || !name) throw new AssertionError('it names nobody');
  const endsAtMs = confirmedUntil(subject, expected);
  const statement = only(assertion, 'AuthnStatement');
  const sessionEnd = statement && instant(statement, 'SessionNotOnOrAfter');
  if (!statement) throw new AssertionError('it has no authentication statement');
  if (sessionEnd !== undefined && sessionEnd <= nowMs)
    throw new AssertionError('the session has ended');
  const format = attribute(name, 'Format');
  const sessionIndex = attribute(statement, 'SessionIndex');
  return {
    id,
    nameId: toText(name),
    endsAtMs,
    attributes: attributesIn(assertion),
    ...(format !== undefined && { nameIdFormat: format }),
    ...(sessionIndex !== undefined && { sessionIndex }),
    ...(sessionEnd !== undefined && { sessionEndsAtMs: sessionEnd }),
  };
}

/** @returns the end of its validity; the first valid confirmation counts */
function confirmedUntil(subject: Xml, expected: ExpectedAssertion): number {
  const { recipient, requestId, nowMs } = expected;
  for (const confirmation of each(subject, 'SubjectConfirmation')) {
    const data = only(confirmation, 'SubjectConfirmationData');
    if (attribute(confirmation, 'Method') !== BEARER || !data) continue;
    const end = instant(data, 'NotOnOrAfter') ?? -Infinity;
    const start = instant(data, 'NotBefore') ?? -Infinity;
    const isWithinValidity = nowMs < end + SAML_SKEW_MS && nowMs >= start - SAML_SKEW_MS;
    const isRecipient = attribute(data, 'Recipient') === recipient;
    if (isWithinValidity && isRecipient && attribute(data, 'InResponseTo') === requestId)
      return end + SAML_SKEW_MS;
  }
  throw new AssertionError('it is for another place, another request or another time');
}

function attributesIn(assertion: Xml): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const statement of each(assertion, 'AttributeStatement'))
    for (const one of each(statement, 'Attribute')) {
      const name = attribute(one, 'Name') ?? '';
      const values = list(one['AttributeValue']).map(toText);
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  return found;
}

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const each = (element: Xml, name: string): readonly Xml[] =>
  list(element[name]).filter(isJsonObject);

/** The only element of this name; throws if there are two. */
function only(element: Xml, name: string): Xml | undefined {
  const [first, second] = list(element[name]);
  if (second !== undefined) throw new AssertionError('an element stands twice');
  if (typeof first === 'string') return { _: first };
  return isJsonObject(first) ? first : undefined;
}

function attribute({ $: all }: Xml, name: string): string | undefined {
  const value = isJsonObject(all) ? all[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function instant(element: Xml, name: string): number | undefined {
  const text = attribute(element, name);
  const ms = text === undefined ? undefined : Date.parse(text);
  if (Number.isNaN(ms)) throw new AssertionError('an instant cannot be read');
  return ms;
}

function toText(element: unknown): string {
  if (typeof element === 'string') return element.trim();
  const text = isJsonObject(element) ? element['_'] : undefined;
  return typeof text === 'string' ? text.trim() : '';
}
