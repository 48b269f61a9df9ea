import { render, screen } from '@testing-library/react';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { defineMessage } from '../../common';
import { FormattedMessage } from './formatted_message';
import { formatFully } from './full_formatter';
import { I18nContext, provideDesignSystemTexts } from './i18n_context';
import { I18nService } from './i18n_service';
import { formatSimple, hasComplexSyntax, reduceToSimple } from './simple_format';
import {
  i18n,
  loadFullFormatter,
  loadTranslations,
  setFullFormatter,
  setTranslations,
} from './translator';

afterEach(() => {
  setTranslations();
  setFullFormatter(undefined);
});

const PLURAL = '{count, plural, =0 {no users} one {# user} other {# users}}';

describe('the minimal formatter', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['Hello {name}', { name: 'Ann' }, 'Hello Ann'],
    ['{ a }{b}', { a: 1, b: new Date(0) }, `1${String(new Date(0))}`],
    ['{missing} stays', {}, '{missing} stays'],
    ['{none}|{nil}|{yes}', { none: undefined, nil: null, yes: true }, '||true'],
    ["isn''t it", {}, "isn't it"],
    ["isn't it", {}, "isn't it"],
    ['a <b>bold</b> text', {}, 'a <b>bold</b> text'],
    ['{constructor}', {}, '{constructor}'],
  ])('%s', (message, values, expected) => {
    expect(formatSimple(message, values).join('')).toBe(expected);
  });

  it('nests tags, and tolerates mismatched tags', () => {
    const tag = (name: string) => (chunks: Array<string | object>) => ({ name, chunks });
    const values = { b: tag('b'), i: tag('i'), n: 'x' };
    expect(formatSimple('1<b>2 <i>{n}</i></b>3', values)).toEqual([
      '1',
      { name: 'b', chunks: ['2 ', { name: 'i', chunks: ['x'] }] },
      '3',
    ]);
    expect(formatSimple('a</b>', values)).toEqual(['a</b>']);
    expect(formatSimple('a<b>c', values)).toEqual(['ac']);
  });

  it('detects syntax that it does not support', () => {
    expect(['{n, plural, other {x}}', "'{'", '{d,date}'].every(hasComplexSyntax)).toBe(true);
    expect(["it's {fine}", 'a, b'].some(hasComplexSyntax)).toBe(false);
  });

  it('reduces complex messages to their "other" branch', () => {
    expect(reduceToSimple(`You have ${PLURAL}.`)).toBe('You have {count} users.');
    expect(reduceToSimple('{g, select, f {she {x}} other {they {x}}} on {d, date, short}')).toBe(
      'they {x} on {d}'
    );
    expect(reduceToSimple('{broken, plural, ')).toBe('{broken}');
  });
});

describe('i18n', () => {
  it('translates messages defined elsewhere, with values of the message and of the call', () => {
    const text = defineMessage('a.b', { defaultMessage: '{a} and {b}', values: { a: 1, b: 2 } });
    expect(i18n.translateMessage(text, { b: 3 })).toBe('1 and 3');
    setTranslations({ locale: 'de', messages: { 'a.b': '{b} und {a}' } });
    expect(i18n.translateMessage(text)).toBe('2 und 1');
  });

  it('translates, or uses the default message', () => {
    setTranslations({ locale: 'de', messages: { 'a.b': 'Hallo {name}', 'a.empty': '' } });
    expect(i18n.translate('a.b', { defaultMessage: 'Hello {name}', values: { name: 'Ann' } })).toBe(
      'Hallo Ann'
    );
    expect(i18n.translate('a.c', { defaultMessage: 'Hello' })).toBe('Hello');
    expect(i18n.translate('a.empty', { defaultMessage: 'Hello' })).toBe('Hello');
    expect(i18n.getLocale()).toBe('de');
  });

  it('formats plurals, selects, numbers and dates with the full formatter, in the language of the text', async () => {
    await loadFullFormatter();
    await loadFullFormatter();
    const users = (count: number) =>
      i18n.translate('u', { defaultMessage: PLURAL, values: { count } });
    expect([0, 1, 2000].map(users)).toEqual(['no users', '1 user', '2,000 users']);
    setTranslations({ locale: 'de', messages: { n: '{n, number}' } });
    expect(i18n.translate('n', { defaultMessage: '{n, number}', values: { n: 1234.5 } })).toBe(
      '1.234,5'
    );
    // The default message is English, whatever the page's language.
    expect(i18n.translate('m', { defaultMessage: '{n, number}', values: { n: 1234.5 } })).toBe(
      '1,234.5'
    );
  });

  it('works without the full formatter until it has loaded', () => {
    expect(i18n.translate('u', { defaultMessage: PLURAL, values: { count: 3 } })).toBe('3 users');
  });

  it('falls back to the default message if a translation is malformed', () => {
    allowConsole(/Translation of "u" cannot be formatted/);
    setFullFormatter(formatFully);
    setTranslations({ locale: 'de', messages: { u: '{count, plural, }' } });
    expect(i18n.translate('u', { defaultMessage: PLURAL, values: { count: 1 } })).toBe('1 user');
  });

  it('formats numbers, dates and lists in the language of the page', () => {
    setTranslations({ locale: 'de', messages: {} });
    const date = new Date(Date.UTC(2026, 0, 31, 13, 5));
    expect(i18n.formatNumber(1234.5)).toBe('1.234,5');
    expect(i18n.formatDate(date, { timeZone: 'UTC' })).toBe('31.1.2026');
    expect(i18n.formatDate(date.getTime(), { timeZone: 'UTC' })).toBe('31.1.2026');
    expect(i18n.formatTime(date, { timeZone: 'UTC' })).toBe('13:05');
    expect(i18n.formatRelativeTime(-1, 'day')).toBe('gestern');
    expect(i18n.formatList(['a', 'b'])).toBe('a und b');
  });
});

describe('loading translations', () => {
  // @spec 2.1/3
  it("sends the request with the page's credentials", async () => {
    const fetchIt = jest.fn(async () => ({
      status: 200,
      json: async () => ({ locale: 'de', formats: {}, messages: { a: 'Ah' } }),
    }));
    await loadTranslations('/translations/de.json', 'de', fetchIt as never);
    expect(fetchIt).toHaveBeenCalledWith('/translations/de.json', { credentials: 'same-origin' });
    expect(i18n.translate('a', { defaultMessage: 'A' })).toBe('Ah');
  });

  // @spec 2.1/4
  it('rejects for status 300 and above', async () => {
    await expect(
      loadTranslations('/t', 'en', (async () => ({ status: 404 })) as never)
    ).rejects.toThrow('Translations request failed with status code: 404');
  });

  const load = (body: unknown) =>
    loadTranslations('/t', 'en', (async () => ({ status: 200, json: async () => body })) as never);

  it.each([null, 5, {}, { messages: 'a' }, { messages: { a: 5 } }])(
    'rejects for a file with %j',
    async (body) => {
      await expect(load(body)).rejects.toThrow('Translations are malformed: /t');
    }
  );

  it('falls back to English formats if the language name is invalid', async () => {
    await load({ locale: 'no_such language', messages: { a: 'Ah' } });
    expect(i18n.getLocale()).toBe('en');
    expect(i18n.translate('a', { defaultMessage: 'A' })).toBe('Ah');
    expect(i18n.formatNumber(1234.5)).toBe('1,234.5');
  });
});

describe('FormattedMessage', () => {
  it('accepts text, nodes and rich-text functions', () => {
    const { container } = render(
      <FormattedMessage
        id="x"
        defaultMessage="Hi {name}, read <a>the {what}</a> or {link}."
        values={{
          name: 'Ann',
          what: 'guide',
          a: (chunks) => <a href="/guide">{chunks}</a>,
          link: <button type="button">ask</button>,
        }}
      />
    );
    expect(container).toHaveTextContent('Hi Ann, read the guide or ask.');
    expect(screen.getByRole('link', { name: 'the guide' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'ask' })).toBeInTheDocument();
  });

  it('gives the same result with the full formatter', () => {
    setFullFormatter(formatFully);
    const { container } = render(
      <FormattedMessage
        id="x"
        defaultMessage="<b>{n, plural, one {# file} other {# files}}</b> in {where}"
        values={{ n: 2, b: (chunks) => <strong>{chunks}</strong>, where: <em>here</em> }}
      />
    );
    expect(container.innerHTML).toBe('<strong>2 files</strong> in <em>here</em>');
  });
});

describe('I18nContext', () => {
  // @spec 13/3
  it("provides the design system's texts in other languages", async () => {
    setTranslations({
      locale: 'de',
      messages: {
        'euiModal.closeModal': 'Fenster schließen',
        'euiSelectable.searchResults':
          '{resultsLength, plural, one {# Treffer} other {# Treffern}}',
        'euiPaginationButton.shortPageString': "S''{page}",
      },
    });
    setFullFormatter(formatFully);
    provideDesignSystemTexts();
    const { EuiI18n, EuiModal } = await import('@elastic/eui');
    const { Context } = new I18nService().start();
    expect(Context).toBe(I18nContext);
    render(
      <Context>
        <EuiModal onClose={() => undefined} aria-label="modal">
          <EuiI18n
            token="euiSelectable.searchResults"
            default={() => 'results'}
            values={{ resultsLength: 2 }}
          />
          <EuiI18n token="euiPaginationButton.shortPageString" default="x" values={{ page: 3 }} />
        </EuiModal>
      </Context>
    );
    expect(screen.getByRole('button', { name: 'Fenster schließen' })).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toHaveTextContent("2 TreffernS'3");
  });
});
