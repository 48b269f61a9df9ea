'use strict';
/** Request smuggling: bytes that two servers in a row might split into requests differently. */
const net = require('node:net');
const { ENGINE } = require('../people');

/** A connection that is silent this long is taken as finished. */
const QUIET_MS = 1_000;

const ADDRESSES = [
  'http://evil.example/app/home',
  '//evil.example/app/home',
  'a:80',
  '*',
  '\\\\evil',
  '/app/home#x',
];

/**
 * Sends bytes.
 * @returns {Promise<string>} everything received until the connection is silent
 */
function exchange(url, bytes) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: '127.0.0.44' });
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(QUIET_MS, end);
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes);
  });
}

const smuggling = {
  name: 'smuggling',
  what: 'raw requests with two lengths, odd chunks, bare line ends and other things proxies read differently',
  async fire({ fire, url, people: users, check }) {
    const { cookie } = users.admin;
    const guarded = `host: a\r\ncookie: ${cookie}\r\nkbn-xsrf: 1\r\ncontent-type: application/json\r\n`;
    const role = '{"cluster_permissions":[]}';
    const hidden = (at) =>
      `PUT ${ENGINE}/api/roles/atk_smuggled_${at} HTTP/1.1\r\n${guarded}content-length: ${role.length}\r\n\r\n${role}`;
    const post = (headers, body) =>
      `POST /auth/login HTTP/1.1\r\nhost: a\r\nkbn-xsrf: 1\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;
    const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const kinds = [
      // Both length headers: the bytes that one of them leaves over look like another request.
      (inner) => post(`content-length: 5\r\ntransfer-encoding: chunked\r\n`, `0\r\n\r\n${inner}`),
      (inner) => post(`transfer-encoding: chunked\r\ncontent-length: 5\r\n`, `0\r\n\r\n${inner}`),
      (inner) => post(`content-length: 2\r\ncontent-length: ${inner.length + 2}\r\n`, `{}${inner}`),
      (inner) => post(`content-length: 2, ${inner.length + 2}\r\n`, `{}${inner}`),
      (inner) => post(`content-length: +2\r\n`, `{}${inner}`),
      (inner) => post(`content-length: 0x2\r\n`, `{}${inner}`),
      (inner) => post(`content-length : 2\r\n`, `{}${inner}`),
      (inner) => post(`content-length: 2\r\n\tfolded: 1\r\n`, `{}${inner}`),
      (inner) => post(`content-length: -1\r\n`, inner),
      (inner) => post(`content-length: 18446744073709551618\r\n`, `{}${inner}`),
      (inner) => post(`transfer-encoding: xchunked\r\n`, `0\r\n\r\n${inner}`),
      (inner) => post(`transfer-encoding: identity\r\n`, inner),
      (inner) => post(`transfer-encoding: chunked, identity\r\n`, `0\r\n\r\n${inner}`),
      (inner) =>
        post(`transfer-encoding: chunked\r\ntransfer-encoding: x\r\n`, `0\r\n\r\n${inner}`),
      (inner) => post(`transfer-encoding:\vchunked\r\n`, `0\r\n\r\n${inner}`),
      (inner) => post(`content-length: ${inner.length}\r\ntransfer_encoding: chunked\r\n`, inner),
      (inner) => post(`transfer-encoding: chunked\r\n`, `0x0\r\n\r\n${inner}`),
      (inner) => post(`transfer-encoding: chunked\r\n`, `-1\r\n\r\n${inner}`),
      (inner) => post(`transfer-encoding: chunked\r\n`, `fffffffffffffffff\r\n${inner}`),
      (inner) => post(`transfer-encoding: chunked\r\n`, `2\n{}\n0\n\n${inner}`),
      (inner) =>
        post(
          `transfer-encoding: chunked\r\n`,
          `2;${'a'.repeat(70_000)}\r\n{}\r\n0\r\n\r\n${inner}`
        ),
      (inner) => post(`transfer-encoding: chunked\r\n`, `2\r\n{}XX0\r\n\r\n${inner}`),
      // The hidden request is the entire body and must be treated as such.
      (inner) => post(`content-length: ${inner.length}\r\n`, inner),
      (inner) => post(`transfer-encoding: chunked\r\n`, chunk(inner)),
      // Line endings and request heads.
      (inner) => `GET /api/status HTTP/1.1\nhost: a\n\n${inner}`,
      (inner) => `GET /api/status HTTP/1.1\r\nhost: a\r\nx: a\rb\r\n\r\n${inner}`,
      (inner) => `GET /api/status HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n${inner}`,
      (inner) => `GET /api/status HTTP/1.1\r\nhost: a\r\n: nameless\r\n\r\n${inner}`,
      (inner) => `GET /api/status HTTP/9.9\r\nhost: a\r\n\r\n${inner}`,
      (inner) => `GET /api/status\r\n\r\n${inner}`,
      (inner) => `GET /api/status HTTP/1.1 HTTP/1.1\r\nhost: a\r\n\r\n${inner}`,
      (inner) => `G\0T /api/status HTTP/1.1\r\nhost: a\r\n\r\n${inner}`,
      (inner) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`,
      (inner) => `CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n${inner}`,
      (inner) =>
        `GET /api/status HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n${inner}`,
      (inner) =>
        `GET /api/status HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n${inner}`,
      (inner) =>
        `GET /api/status HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`,
    ];
    const made = async (at) =>
      (
        await fire({
          path: `${ENGINE}/api/roles/atk_smuggled_${at}`,
          headers: users.admin.headers,
        })
      ).status === 200;
    await exchange(url, hidden('right'));
    check(await made('right'), 'the hidden request does nothing by itself either');
    await Promise.all(
      kinds.map(async (kind, at) => {
        const request = kind(hidden(at));
        const responses = await exchange(url, request);
        const name = JSON.stringify(request.replace(cookie, '…').slice(0, 220));
        const statuses = [...responses.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
        check(
          !statuses.some(
            (status) => status >= '500' && status !== '501' && status !== '503' && status !== '505'
          ),
          `${name} was answered ${statuses.join(', ')}`
        );
        check(!(await made(at)), `${name} lets a hidden request through`);
      })
    );
    for (const hosts of ['', 'host: a\r\nhost: b\r\n']) {
      const response = await exchange(url, `GET /api/status HTTP/1.1\r\n${hosts}\r\n`);
      check(response.startsWith('HTTP/1.1 400'), `hosts "${hosts}": ${response.slice(0, 40)}`);
    }
    await Promise.all(
      ADDRESSES.map(async (address) => {
        const response = await exchange(
          url,
          `GET ${address} HTTP/1.1\r\nhost: evil.example\r\n\r\n`
        );
        const [head] = response.split('\r\n\r\n');
        check(!/location: .*evil/i.test(head), `${address} leads to ${head}`);
      })
    );
  },
};

module.exports = [smuggling];
