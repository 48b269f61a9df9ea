'use strict';
const tseslint = require('typescript-eslint');
const reactHooks = require('eslint-plugin-react-hooks');
const house = require('./src/dev/eslint');

const TESTS = ['**/*.test.{ts,tsx}', '**/*.spec.ts', '**/mocks.{ts,tsx}', 'test/**'];
/** The last one is a plugin linted from its own folder (`npm run plugin:check`). */
const PRODUCT = [
  'src',
  'examples',
  'plugins',
  'scripts/lib/plugins/template',
  '{common,public,server}',
];
const inProduct = (pattern) => PRODUCT.map((folder) => `${folder}/${pattern}`);
const PUBLIC = [
  ...inProduct('**/public/**/*.{ts,tsx}'),
  'public/**/*.{ts,tsx}',
  'src/ui_kit/**/*.{ts,tsx}',
];

/** Words of identifiers that `docs/glossary.md` replaces by the field's terms. */
const BANNED_WORDS = [
  'asked',
  'wanted',
  'told',
  'nobody',
  'somebody',
  'anybody',
  'whoever',
  'whose',
  'anew',
  'judge',
  'prover',
  'brought',
  'stranger',
  'refusal',
  'trial',
  'signin',
  'signout',
  'obstacle',
  'verdict',
];
/** Names without a banned word, in any case style: `asked`, `isAsked`, `ASKED_ROLES`. */
const PLAIN_NAME = (() => {
  const title = (word) => word[0].toUpperCase() + word.slice(1);
  const camel = BANNED_WORDS.map((word) => `(?:^${word}|[a-z0-9]${title(word)}|^${title(word)})`);
  const upper = BANNED_WORDS.map((word) => `(?:^|_)${word.toUpperCase()}`);
  return `^(?!.*(?:(?:${camel.join('|')})s?(?![a-z])|(?:${upper.join('|')})S?(?![A-Z])))`;
})();

const NO_DEFAULT_EXPORT = {
  selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name="default"])',
  message: 'Export by name: default exports are renamed at will by whoever imports them.',
};
const NO_ONLY = {
  selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name="only"]',
  message: 'A test marked "only" silences all others; remove it.',
};

module.exports = tseslint.config(
  { ignores: ['build/', 'coverage/', 'data/', 'docs/', 'src/backend/model/data/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,js}'],
    plugins: { house },
    rules: {
      'house/file-name': 'error',
      'house/literal-spread': 'error',
      'house/suppression-reason': 'error',
      'no-warning-comments': ['error', { terms: ['prettier-ignore'], location: 'anywhere' }],
      eqeqeq: ['error', 'smart'],
      // Of code Prettier has the say.
      'max-len': [
        'error',
        // A tag quotes the title of a case on one line.
        { code: Infinity, comments: 100, ignoreUrls: true, ignorePattern: '// @[a-z]+ ' },
      ],
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_ONLY],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        // `import('…').T` keeps jest.requireActual typed.
        { disallowTypeAnnotations: false },
      ],
    },
  },
  {
    files: inProduct('**/*.{ts,tsx}'),
    ignores: TESTS,
    rules: {
      'no-console': 'error',
      'id-match': ['error', PLAIN_NAME, { onlyDeclarations: true, classFields: true }],
    },
  },
  {
    files: [...inProduct('**/*.tsx'), ...PUBLIC],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: PUBLIC,
    ignores: TESTS,
    rules: { 'house/literal-text': 'error' },
  },
  {
    files: ['src/plugins/{alarms,clusters,findings,requests,security}/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: { 'house/declared-call': 'error' },
  },
  {
    files: inProduct('**/*.{ts,tsx}'),
    ignores: [...TESTS, 'src/backend/testing/**'],
    rules: { 'house/function-name': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    // A contract for several stores is a list of tests.
    ignores: [...TESTS, 'src/backend/testing/**'],
    rules: { 'max-lines-per-function': ['error', { max: 120 }] },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Tools are CommonJS: they run before anything is built.
    files: ['**/*.js'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Has to parse on any Node, to say that the Node is too old.
    files: ['scripts/lib/node_version.js'],
    rules: { 'no-var': 'off' },
  },
  {
    // Configuration files are named by their tools.
    files: ['**/*.config.js'],
    rules: { 'house/file-name': 'off' },
  }
);
