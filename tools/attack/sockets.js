'use strict';
/** Raw connections, for bytes that no HTTP client would send. */
const net = require('node:net');
const { pause } = require('./environment');

/** Opens sockets from an address and counts those that the server refuses or closes. */
async function openSockets(
  url,
  count,
  { from = '127.0.0.1', first = '', allowHalfOpen = false } = {}
) {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = net.connect({
      host: hostname,
      port: Number(port),
      localAddress: from,
      allowHalfOpen,
    });
    socket.on('error', () => {});
    socket.resume();
    socket.on('connect', () => first && socket.write(first));
    return socket;
  });
  await pause(500);
  return {
    held: () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
    each: (act) => sockets.filter((socket) => socket.writable).forEach(act),
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

module.exports = { openSockets };
