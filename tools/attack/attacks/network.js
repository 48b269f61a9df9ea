'use strict';
/** Expensive connections: slow, many, half open, oversized. */
const { times } = require('../http');
const { pause } = require('../environment');
const { openSockets } = require('../sockets');
const { logIn } = require('../people');

/** Sends a little each second and returns how many sockets are still open after `seconds`. */
async function drip(url, count, seconds, { first, more }) {
  const sockets = await openSockets(url, count, { first });
  for (let second = 0; second < seconds && sockets.held() > 0; second++) {
    sockets.each((socket) => socket.write(more));
    await pause(1_000);
  }
  const held = sockets.held();
  sockets.close();
  return held;
}

const HEAD =
  'POST /auth/login HTTP/1.1\r\nhost: a\r\nkbn-xsrf: 1\r\ncontent-type: application/json\r\n';
/** Longer than any client needs for a small request, even on a bad connection. */
const PATIENCE_SECONDS = 130;

const slow = (name, what, sends) => ({
  name,
  what,
  isLong: true,
  async fire({ url, check }) {
    const held = await drip(url, 300, PATIENCE_SECONDS, sends);
    check(held === 0, `${held} of 300 are still held after ${PATIENCE_SECONDS} s`);
  },
});

const slowHeaders = slow('slow_headers', '300 sockets that send a header a second', {
  first: 'GET / HTTP/1.1\r\nhost: a\r\n',
  more: 'x-a: b\r\n',
});
const slowBodies = slow('slow_bodies', '300 sockets that send a byte of a body a second', {
  first: `${HEAD}content-length: 10000\r\n\r\n{`,
  more: ' ',
});

const manySockets = {
  name: 'many_sockets',
  what: '1 500 idle connections from one address, and others half closed',
  isFresh: true,
  async fire({ fire, url, people: users, check, until }) {
    const idle = await openSockets(url, 1_500, { from: '127.0.0.4' });
    const half = await openSockets(url, 200, {
      from: '127.0.0.4',
      first: HEAD,
      allowHalfOpen: true,
    });
    half.each((socket) => socket.end());
    await pause(2_000);
    const { status } = await logIn(fire, users.writer, { from: '127.0.0.3', timeoutMs: 5_000 });
    check(status === 200, `meanwhile a user at another address could not log in (${status})`);
    const isCut = await until(() => idle.held() < 1_500, 1_000);
    check(isCut, 'one address may hold any number of connections');
    idle.close();
    half.close();
  },
};

const largeHeads = {
  name: 'large_heads',
  what: 'too many headers, cookies, query keys, too long addresses, and pipelines',
  async fire({ fire, url, people: users, check, product }) {
    const { cookie } = users.writer;
    const wide = (count, name) => Object.fromEntries(times(count, (at) => [`${name}${at}`, 'v']));
    const pairs = (count, join) => times(count, (at) => `k${at}=v`).join(join);
    const path = '/api/v1/auth/authinfo';
    await fire({ path, headers: { cookie, ...wide(1_000, 'x-') } });
    await fire({ path, headers: { cookie: `${pairs(3_000, '; ')}; ${cookie}` } });
    await fire({ path, headers: { cookie: 'a='.repeat(7_000) } });
    await fire({ path: `${path}?${pairs(900, '&')}`, headers: { cookie } });
    await fire({ path: `${path}?${pairs(2_000, '&')}`, headers: { cookie } });
    await fire({ path: `${path}?${Array(2_000).fill('a=1').join('&')}`, headers: { cookie } });
    await fire({ path: `/${'a/'.repeat(7_000)}`, headers: { cookie } });
    await fire({ path: `/${'%2f'.repeat(4_000)}`, headers: { cookie } });
    await fire({ path, headers: { 'accept-language': 'a-b;q=0.1,'.repeat(1_200), cookie } });
    await fire({
      path: '/app/home',
      headers: { 'accept-encoding': 'x;q=0.001, '.repeat(1_000), cookie },
    });
    await fire({ path, headers: { authorization: `Basic ${'QUFB'.repeat(3_000)}` } });
    await fire({ path, headers: { 'if-none-match': '"a",'.repeat(3_000), cookie } });
    const line = `GET ${path} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`;
    const pipeline = await openSockets(url, 4, { first: line.repeat(500) });
    await pause(3_000);
    pipeline.close();
    check(
      !product.log().includes('MaxListenersExceededWarning'),
      'requests on one connection leave listeners behind'
    );
  },
};

module.exports = [largeHeads, manySockets, slowHeaders, slowBodies];
