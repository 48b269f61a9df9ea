'use strict';
/** Uploads. */
const { times } = require('../http');

const MIB = 2 ** 20;
const BOUNDARY = 'atkboundary';

const form = (head, file = '', after = '') =>
  `--${BOUNDARY}\r\n${head}\r\n\r\n${file}\r\n--${BOUNDARY}${after}--\r\n`;

const upload = ({ fire, people: users }, body, path = '_import?overwrite=true') =>
  fire({
    method: 'POST',
    path: `/api/saved_objects/${path}`,
    headers: {
      ...users.writer.headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body,
    timeoutMs: 100_000,
  });

const multipart = {
  name: 'multipart_headers',
  what: 'forms whose part headers are long and repeat themselves',
  async fire(context) {
    const { grow } = context;
    const head = (count) => `content-disposition:${'content-disposition:;name='.repeat(count)}`;
    await grow('part headers', 1_000, (count) => upload(context, form(head(count))));
    await upload(context, form(head(40_000)));
    await upload(context, form(`content-disposition:${';'.repeat(MIB / 4)}`));
    await upload(context, form(`content-disposition: form-data; ${'name="'.repeat(100_000)}`));
    await upload(
      context,
      form('content-disposition: form-data; name="a"', '\r\n--'.repeat(MIB / 4))
    );
    await upload(context, form('x'.repeat(2 * MIB)));
    await upload(context, Array(60_000).fill(`--${BOUNDARY}\r\nx:y\r\n\r\n\r\n`).join(''));
    await upload(context, `--${BOUNDARY}\r\n${'a:b\r\n'.repeat(200_000)}`);
    await upload(context, form('content-disposition: form-data; name="retries"', '['.repeat(MIB)));
    await upload(
      context,
      form(
        'content-disposition: form-data; name="file"; filename="e.ndjson"',
        '{"a":'.repeat(MIB / 5)
      )
    );
  },
};

/**
 * An export file in which every word is unique, which makes the search for references expensive.
 * @param {number} count number of objects
 * @param {number} bytes total size
 */
const exportFile = (count, bytes) => {
  const words = Math.max(0, Math.floor((bytes / count - 300) / 9));
  const filler = (at) =>
    times(words, (each) => (at * words + each).toString(36).padStart(8, 'w')).join(' ');
  return times(count, (at) =>
    JSON.stringify({
      type: at % 2 ? 'dashboard' : 'visualization',
      id: `atk_${at}`,
      attributes: { title: `Object ${at}`, description: filler(at) },
      references:
        at > 1
          ? [{ name: 'r', type: at % 2 ? 'visualization' : 'dashboard', id: `atk_${at - 1}` }]
          : [],
    })
  ).join('\n');
};

const largeImport = {
  name: 'import_at_limits',
  what: 'imports of 10 000 objects and 24 MB, as a form and without one',
  isFresh: true,
  async fire(context) {
    const { check, fire, grow, isShort, people: users } = context;
    const head = 'content-disposition: form-data; name="file"; filename="e.ndjson"';
    const file = exportFile(10_000, 24 * MIB);
    const first = await upload(context, form(head, file));
    check(
      first.status === 200,
      `the import was answered ${first.status}: ${first.text.slice(0, 200)}`
    );
    await fire({
      method: 'POST',
      path: '/api/saved_objects/_import?overwrite=true',
      headers: { ...users.writer.headers, 'content-type': 'application/ndjson' },
      body: file,
      timeoutMs: 100_000,
    });
    if (isShort) return;
    await upload(context, form(head, file));
    await upload(context, form(head, file), '_import?createNewCopies=true');
    await grow('imports', 1_500, (count) =>
      upload(context, form(head, exportFile(count, count * 400)))
    );
  },
};

const parallelImports = {
  name: 'imports_at_once',
  what: 'ten imports of one person at once',
  isFresh: true,
  isLong: true,
  async fire(context) {
    const head = 'content-disposition: form-data; name="file"; filename="e.ndjson"';
    const body = form(head, exportFile(3_000, 10 * MIB));
    await Promise.all(times(10, () => upload(context, body)));
  },
};

module.exports = [multipart, largeImport, parallelImports];
