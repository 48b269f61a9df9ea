'use strict';
/** Saved objects, searches and settings: stored once, read many times. */
const { times } = require('../http');

const API = '/api/saved_objects';
const KIB = 1024;

const put = ({ fire, people: users }, id, attributes) =>
  fire('POST', `${API}/index-pattern/${id}?overwrite=true`, users.writer.headers, {
    attributes: { title: id, ...attributes },
  });

const bulkGet = {
  name: 'bulk_get',
  what: 'one object of 900 KB asked for 5 000 times in one call',
  isFresh: true,
  async fire(context) {
    const { fire, people: users, grow } = context;
    await put(context, 'atk_big', { fields: 'x'.repeat(900 * KIB) });
    const ask = (count) =>
      fire(
        'POST',
        `${API}/_bulk_get`,
        users.writer.headers,
        Array(count).fill({ type: 'index-pattern', id: 'atk_big' })
      );
    await grow('_bulk_get', 5, ask);
    await ask(5_000);
    await ask(15_000);
  },
};

const largePages = {
  name: 'large_pages',
  what: '_find with per_page 10 000 and _export over 150 MB of objects, several at once',
  isFresh: true,
  async fire(context) {
    const { fire, people: users, isShort } = context;
    for (let at = 0; at < (isShort ? 60 : 180); at++) {
      await put(context, `atk_${at}`, { fields: 'y'.repeat(850 * KIB) });
    }
    const find = () =>
      fire({
        path: `${API}/_find?type=index-pattern&per_page=10000`,
        headers: users.writer.headers,
      });
    const exportAll = () =>
      fire('POST', `${API}/_export`, users.writer.headers, { type: ['index-pattern'] });
    await find();
    await exportAll();
    await Promise.all([find(), find(), exportAll(), exportAll(), find()]);
  },
};

const filters = {
  name: 'find_filter',
  what: '_find with id patterns of many wildcards, nested and long expressions',
  isFresh: true,
  async fire(context) {
    const { fire, people: users, grow, check } = context;
    for (let at = 0; at < 6; at++) {
      const made = await fire(
        'POST',
        `${API}/_bulk_create?overwrite=true`,
        users.writer.headers,
        times(1_000, (each) => ({
          type: 'index-pattern',
          id: `${'a'.repeat(500)}${at}-${each}`,
          attributes: { title: 'a'.repeat(200) },
        }))
      );
      check(
        made.status === 200 && !made.text.includes('"error"'),
        `objects could not be made: ${made.status}`
      );
    }
    const find = (query) =>
      fire({
        path: `${API}/_find?type=index-pattern&${new URLSearchParams(query)}`,
        headers: users.writer.headers,
        timeoutMs: 15_000,
      });
    // Patterns that match nothing, but nearly match many values.
    const shapes = [
      (count) => `${'*a'.repeat(count / 2)}*b`,
      (count) => `*${'a'.repeat(count)}b`,
      (count) => `*${'a'.repeat(count)}*${'a'.repeat(count)}b*`,
    ];
    for (const field of ['id', 'attributes.title', 'type', 'references.id']) {
      for (const shape of shapes) {
        for (const count of [8, 60, 250, 3_500]) {
          const { status } = await find({
            filter: `index-pattern.${field}: ${shape(count)}`,
          });
          if (status === 0) return check(false, `a pattern for ${field} got no answer`);
        }
      }
    }
    await grow('id patterns', 100, (count) =>
      find({ filter: `index-pattern.id: ${shapes[1](count)}` })
    );
    await find({
      filter: Array(16)
        .fill(`index-pattern.id: ${shapes[1](250)}`)
        .join(' or '),
    });
    await find({ filter: `${'('.repeat(3_000)}title: a${')'.repeat(3_000)}` });
    await find({ filter: `${'not '.repeat(3_000)}title: a` });
    await find({ filter: Array(900).fill('index-pattern.id: a*b').join(' or ') });
    await find({ search: 'a* '.repeat(2_000), search_fields: 'title' });
    await find({ search: `${'('.repeat(2_000)}a${')'.repeat(2_000)}` });
    await find({ search: '"a '.repeat(1_000), default_search_operator: 'AND' });
    await find({ search: `${'-a +b |'.repeat(900)}`, default_search_operator: 'OR' });
    await find({ page: '9007199254740991', per_page: '10000' });
    await find({ page: '100000000', per_page: '1' });
    await find({ sort_field: 'x'.repeat(5_000) });
    await find({ fields: Array(1_500).fill('title').join(',') });
  },
};

const settings = {
  name: 'settings',
  what: 'settings that nobody declared, megabytes of them, and the pages that carry them',
  isFresh: true,
  async fire({ fire, people: users, check, isShort }) {
    const value = 's'.repeat(900 * KIB);
    for (let at = 0; at < (isShort ? 9 : 30); at++) {
      await fire('POST', '/api/kibana/settings', users.writer.headers, {
        changes: { [`atk:${at}`]: value },
      });
    }
    for (let at = 0; at < 40; at++) {
      await fire('POST', `/api/kibana/settings/atk:small${at}`, users.writer.headers, {
        value: 's'.repeat(20 * KIB),
      });
    }
    for (const path of ['/app/home', '/app/security']) {
      const { status, bytes } = await fire({ path, headers: users.writer.headers });
      check(
        status === 200 && bytes < 300 * KIB,
        `${path} is ${Math.round(bytes / KIB)} KiB (status ${status})`
      );
    }
  },
};

module.exports = [bulkGet, largePages, filters, settings];
