/**
 * Engine errors are recognized by their text and translated by their code. Checks that every error
 * text in the sources is known or never reaches a screen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BACKEND_ERRORS, ENGINE_ERROR_LIST, recogniser } from '@sd/contracts';
import { EngineRequestError } from './engine_errors';

const BACKEND = path.resolve(__dirname, '../../../backend');
const STATUS = { badRequest: 400, forbidden: 403, notFound: 404, conflict: 409 } as const;
const ERROR =
  /\b(badRequest|forbidden|notFound|conflict)\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;
/** Sources of errors that only reach scripts or have a code of their own. */
const ELSEWHERE: readonly RegExp[] = [
  // `SECURITY_ERRORS.locksOut`, which adds the affected users.
  /^changes\/lockout\//,
  // `tooMuchAsked`; the code throws its first sentence.
  /^access\/explanation\/explain_queue\.ts$/,
  // Addresses and bodies that no screen sends.
  /^opensearch\/client\/forward_request\.ts$/,
  /^embedded\/rest\/account\/(account|token)_routes\.ts$/,
  /^embedded\/rest\/request\/document_patch\.ts$/,
  /^embedded\/rest\/configuration\/(allow_list|(failure_listener|nodes_dn|upgrade)_routes)\.ts$/,
  /^embedded\/rest\/entities\/entity_patch\.ts$/,
  /^embedded\/rest\/info\/certificate_routes\.ts$/,
];
/** Errors for input that the forms exclude. */
const PREVENTED_BY_FORMS: readonly RegExp[] = [
  /^Ask for at most 7 users at a time\.$/,
  /^No 7 specified\.$/,
  /^A password( hash)? cannot be provided for (a )?service account\./,
  /^Invalid action group type/,
];
/** A value that is valid as a number, a word and a name. */
const VALUE = '7';

interface Text {
  readonly status: number;
  readonly text: string;
  readonly at: string;
}

function textsOf(file: string): readonly Text[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(ERROR)].map(([, kind, plain, template]) => ({
    status: STATUS[kind as keyof typeof STATUS],
    text: (plain ?? template ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, VALUE),
    at: path.relative(BACKEND, file),
  }));
}

const sources = readdirSync(BACKEND, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => !/\/testing\//.test(file));

it('recognizes the text of every engine error', () => {
  const texts = sources.flatMap(textsOf);
  expect(texts.length).toBeGreaterThan(30);
  const recognise = recogniser([...ENGINE_ERROR_LIST, ...Object.values(BACKEND_ERRORS)]);
  const isRelevant = ({ at, text }: Text) =>
    ![
      ...ELSEWHERE.map((pattern) => pattern.test(at)),
      ...PREVENTED_BY_FORMS.map((one) => one.test(text)),
    ].some(Boolean);
  const unrecognized = texts.filter((one) => isRelevant(one) && !recognise(one.status, one.text));
  expect(unrecognized.map(({ status, text, at }) => `${at}: ${status} ${text}`)).toEqual([]);
});

const refused = (message: string) =>
  new EngineRequestError({
    statusCode: 501,
    headers: {},
    body: { status: 'NOT_IMPLEMENTED', message, feature: 'auditEvents' },
  }).attributes;

it('uses the specific error code of a missing feature where one exists', () => {
  expect(refused("The cluster doesn't store audit events (noop).")).toMatchObject({
    code: 'core.backend.audit_nowhere',
    feature: 'auditEvents',
  });
  expect(refused('No.')).toMatchObject({
    code: 'security.feature_unsupported',
    feature: 'auditEvents',
  });
});
