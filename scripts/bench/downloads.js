'use strict';
const { startServer, ADMIN } = require('../lib/runtime/server');
const { openPage, loginOnPage } = require('../lib/runtime/chromium_page');

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

/** Bytes on the wire for one visit with an empty cache. */
async function downloaded(url, path, cookies = []) {
  const { page, close } = await openPage(url);
  try {
    await page.context().addCookies(cookies);
    const session = await page.context().newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send('Network.enable');
    await page.goto(path, { waitUntil: 'networkidle' });
    return bytes;
  } finally {
    await close();
  }
}

async function sessionCookies(url) {
  const { page, close } = await openPage(url);
  try {
    await loginOnPage(page, ADMIN);
    return await page.context().cookies();
  } finally {
    await close();
  }
}

module.exports = {
  name: 'Downloads',
  async run() {
    const server = await startServer();
    try {
      const cookies = await sessionCookies(server.url);
      const login = await downloaded(server.url, '/app/login');
      const security = await downloaded(server.url, '/app/security', cookies);
      return [
        { what: 'Login page', value: kib(login), goal: '130 KiB' },
        { what: 'Shell and Security app, first load', value: kib(security), goal: '380 KiB' },
      ];
    } finally {
      await server.stop();
    }
  },
};
