'use strict';
/** The data folder: damaged, mixed, or left by a killed server; and files for the offline tool. */
const fs = require('node:fs');
const path = require('node:path');
const { spawn, spawnSync } = require('node:child_process');
const { Secret, TOTP } = require('otpauth');
const { ENGINE_ENTRY } = require('../../../scripts/lib/paths');
const { ADMIN, temporaryFolder } = require('../../../scripts/lib/runtime/server');
const { runPool, send, times } = require('../http');
const { change, ENGINE, logIn, PASSWORD, subject } = require('../people');
const { startProduct, tryStart } = require('../product');
const { pause } = require('../environment');

const STACK = /\n\s+at .+:\d+:\d+/;
/** The administrator password that an attacker who damages the folder would like to set. */
const INTRUDER = { username: ADMIN.username, password: 'Intruder-anchor-canyon-5' };
const FACTORS = '/api/v1/account/factors';

async function inFolder(work) {
  const folder = temporaryFolder();
  try {
    await work((name) => path.join(folder, name));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A stopped installation with a role, and a user with a second factor. */
async function install(dataDir, root) {
  const product = await startProduct({ dataDir, root });
  const { url } = product;
  const admin = await subject(url, ADMIN);
  await change(url, admin, 'PUT', '/api/roles/atk_kept', { cluster_permissions: [] });
  const owner = { username: 'atk_owner', password: PASSWORD };
  await change(url, admin, 'PUT', `/api/internalusers/${owner.username}`, { password: PASSWORD });
  const { headers } = await subject(url, owner);
  const post = (at, body) => send(url, { method: 'POST', path: at, headers, body });
  const begun = JSON.parse(
    (await post(FACTORS, { kind: 'totp', current_password: PASSWORD })).text
  );
  const code = new TOTP({ secret: Secret.fromBase32(begun.totp.secret) }).generate();
  await post(`${FACTORS}/_confirm`, { id: begun.id, name: 'Phone', code });
  await product.stop();
  return owner;
}

const page = (file) => Math.floor(fs.statSync(file).size / 2);
const DAMAGES = {
  missing: (file) => fs.rmSync(file),
  empty: (file) => fs.truncateSync(file, 0),
  'cut in half': (file) => fs.truncateSync(file, page(file)),
  'text instead': (file) => fs.writeFileSync(file, 'no database at all\n'.repeat(500)),
  'with another head': (file) => overwrite(file, 0, 100),
  'with another middle': (file) => overwrite(file, 0, fs.statSync(file).size - 4_096, 4_096),
  'a folder instead': (file) => {
    fs.rmSync(file);
    fs.mkdirSync(file);
  },
  'of another installation': (file, other) => fs.copyFileSync(other, file),
};
function overwrite(file, value, length, from = 0) {
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(length, value), 0, length, from);
  fs.closeSync(handle);
}

const damagedData = {
  name: 'damaged_data',
  what: 'files of the data folder that are missing, damaged or of another installation',
  isAlone: true,
  fire: ({ check, root, isShort }) =>
    inFolder(async (at) => {
      const owner = await install(at('right'), root);
      await install(at('other'), root);
      const files = fs.readdirSync(at('right')).filter((name) => /\.(sqlite|key)$/.test(name));
      check(files.length > 3, `there are only ${files.join(', ')}`);
      const all = files.flatMap((file) => Object.keys(DAMAGES).map((what) => ({ file, what })));
      // The short form covers every file and every kind of damage, but not every combination.
      const kinds = Object.keys(DAMAGES).length;
      const chosen = all.filter(({ file }, nth) =>
        isShort ? file === 'engine.sqlite' || nth % (kinds + 3) === 0 : true
      );
      const jobs = chosen.map(({ file, what }, nth) => async () => {
        const dataDir = at(`case${nth}`);
        fs.cpSync(at('right'), dataDir, { recursive: true });
        DAMAGES[what](path.join(dataDir, file), path.join(at('other'), file));
        const name = `${file} ${what}`;
        const env = { SECURITY_INITIAL_ADMIN_PASSWORD: INTRUDER.password };
        const { isStarted, said: output } = await tryStart(
          { dataDir, root, env },
          async ({ url }) => {
            const fire = (call) => send(url, { ...call, timeoutMs: 60_000 });
            const intruder = await logIn(fire, INTRUDER);
            check(intruder.status !== 200, `${name}: starts with a new administrator`);
            const half = await logIn(fire, owner);
            check(half.status !== 200, `${name}: the password alone opens a session`);
            const admin = await logIn(fire, ADMIN);
            check(
              admin.status === 200,
              `${name}: starts without the administrator (${admin.status})`
            );
          }
        );
        check(
          isStarted || !STACK.test(output),
          `${name}: ends in a stack trace: ${output.slice(-300)}`
        );
        check(
          isStarted || output.includes(file) || output.includes(dataDir),
          `${name}: says ${output.slice(-300)}`
        );
        fs.rmSync(dataDir, { recursive: true, force: true });
      });
      await runPool(2, jobs);
    }),
};

/**
 * Writes roles and saved objects until the server stops responding.
 * @returns the acknowledged writes
 */
async function writeUntilKilled({ url, isAlive }, round, isOver) {
  const admin = await subject(url, ADMIN);
  const done = { roles: [], objects: [], bad: [] };
  const writers = times(6, async (writer) => {
    for (let at = 0; isAlive() && !isOver(); at++) {
      const id = `atk_${round}_${writer}_${at}`;
      const isRole = writer % 2 === 0;
      const { status } = await send(url, {
        method: isRole ? 'PUT' : 'POST',
        path: isRole ? `${ENGINE}/api/roles/${id}` : `/api/saved_objects/index-pattern/${id}`,
        headers: admin.headers,
        body: isRole ? { cluster_permissions: [] } : { attributes: { title: id } },
      });
      if (status >= 200 && status < 300) (isRole ? done.roles : done.objects).push(id);
      else if (status !== 0 && status !== 503) done.bad.push(status);
    }
  });
  return { done, ended: Promise.all(writers) };
}

const killed = {
  name: 'killed_while_writing',
  what: 'kill -9 and SIGTERM in the middle of writes: what was acknowledged is there afterwards',
  isAlone: true,
  fire: ({ check, root, isShort, random }) =>
    inFolder(async (at) => {
      const dataDir = at('data');
      const kept = { roles: [], objects: [] };
      const signals = times(isShort ? 4 : 20, (nth) => (nth % 2 ? 'SIGTERM' : 'SIGKILL'));
      for (const [round, signal] of [...signals, undefined].entries()) {
        const product = await startProduct({ dataDir, root });
        const { headers } = await subject(product.url, ADMIN);
        const list = await send(product.url, { path: `${ENGINE}/api/roles`, headers });
        const roles = JSON.parse(list.text);
        const lost = kept.roles.filter((id) => !(id in roles));
        check(
          lost.length === 0,
          `${signals[round - 1]} lost ${lost.length} of ${kept.roles.length} roles`
        );
        const expected = kept.objects.map((id) => ({ type: 'index-pattern', id }));
        for (let from = 0; from < expected.length; from += 100) {
          const found = await send(product.url, {
            method: 'POST',
            path: '/api/saved_objects/_bulk_get',
            headers,
            body: expected.slice(from, from + 100),
          });
          const missing = JSON.parse(found.text).saved_objects?.filter(({ error }) => error).length;
          check(
            missing === 0,
            `${signals[round - 1]} lost ${missing} saved objects (${found.status})`
          );
        }
        if (!signal) {
          await product.stop();
          break;
        }
        let isOver = false;
        const { done, ended } = await writeUntilKilled(product, round, () => isOver);
        await pause(300 + random.below(500));
        const code = await product.kill(signal);
        isOver = true;
        await ended;
        check(signal === 'SIGKILL' || code === 0, `SIGTERM while writing ends with ${code}`);
        check(done.bad.length === 0, `${signal} while writing was answered ${done.bad.join(', ')}`);
        check(
          done.roles.length > 0 && done.objects.length > 0,
          'nothing was written before the end'
        );
        kept.roles.push(...done.roles);
        kept.objects.push(...done.objects);
      }
    }),
};

const entries = (type, text) => `_meta:\n  type: ${type}\n  config_version: 2\n${text}`;
const roles = (text) => entries('roles', text);
const aliases = times(12, (at) => `  a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}*a${at}]`);
const HOSTILE = {
  'aliases that multiply': ['roles.yml', roles(`x:\n  a0: &a0 [x]\n${aliases.join('\n')}\n`)],
  'nested 20 000 deep': ['roles.yml', roles(`x: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)],
  'nested 20 000 maps deep': [
    'roles.yml',
    roles(`x: ${'{a: '.repeat(20_000)}1${'}'.repeat(20_000)}\n`),
  ],
  '80 MB': ['roles.yml', roles(`x:\n  description: "${'d'.repeat(80 * 2 ** 20)}"\n`)],
  bytes: ['roles.yml', Buffer.from(times(5_000, (at) => at % 256))],
  'a tag of another language': [
    'roles.yml',
    roles("x: !!js/function 'function () { process.exit(0) }'\n"),
  ],
  'the prototype': [
    'roles.yml',
    roles('__proto__:\n  cluster_permissions: ["*"]\n  hidden: false\nx:\n  polluted: 1\n'),
  ],
  'a pattern that does not end': [
    'roles_mapping.yml',
    entries('rolesmapping', 'own_index:\n  users: ["/(?:(?:.?){40}){40}z/"]\n'),
  ],
  'a hash that costs': [
    'internal_users.yml',
    entries('internalusers', `x:\n  hash: "$2y$31$${'a'.repeat(53)}"\n`),
  ],
  'no administrator left': [
    'roles_mapping.yml',
    entries(
      'rolesmapping',
      'all_access:\n  reserved: false\n  backend_roles: []\n  users: ["nobody_at_all"]\n'
    ),
  ],
  'a variable that nobody set': [
    'roles.yml',
    roles('x:\n  description: "${env.ATK_NOT_SET_AT_ALL}"\n'),
  ],
  'variables within variables': [
    'roles.yml',
    roles(`x:\n  description: "${'${env.A:-'.repeat(20_000)}"\n`),
  ],
};
const SPECIAL = {
  'a folder': (file) => fs.mkdirSync(file),
  'a pipe that nobody writes': (file) => void spawnSync('mkfifo', [file]),
  'a device without an end': (file) => fs.symlinkSync('/dev/zero', file),
  'a link to itself': (file) => fs.symlinkSync(file, file),
};

/** Runs the offline tool with at most 512 MiB of memory. */
function runTool(argv, root, timeoutMs) {
  const entry = root ? path.join(root, 'build/server/engine.js') : ENGINE_ENTRY;
  const program = 'require(process.argv[1]).main(process.argv.slice(2), "security")';
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=512', '-e', program, entry, ...argv],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    }
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, said: output });
    });
  });
}

const commandLine = {
  name: 'command_line_files',
  what: 'hostile files for the offline tool: bombs, pipes, devices, links, and an administrator locked out',
  isAlone: true,
  fire: ({ check, root, patience }) =>
    inFolder(async (at) => {
      await install(at('data'), root);
      /** The tool locks the data folder, so each lane has its own. */
      const runIn = (lane) => {
        fs.cpSync(at('data'), at(`data${lane}`), { recursive: true });
        const data = `--path.data=${at(`data${lane}`)}`;
        return (...argv) => runTool([...argv, data], root, patience(20_000));
      };
      const lanes = [runIn(0), runIn(1)];
      const [run] = lanes;
      const first = await run('export', at('before'));
      check(
        first.code === 0,
        `the right export ended with ${first.code}: ${first.said.slice(-300)}`
      );

      const fill = (nth, file, make) => {
        const folder = at(`files${nth}`);
        fs.mkdirSync(folder);
        make(path.join(folder, file));
        return folder;
      };
      const cases = [
        ...Object.entries(HOSTILE).map(([what, [file, text]]) => [
          what,
          file,
          (to) => fs.writeFileSync(to, text),
        ]),
        ...Object.entries(SPECIAL).map(([what, make]) => [what, 'roles.yml', make]),
      ];
      await Promise.all(
        lanes.map(async (runHere, lane) => {
          for (const [nth, [what, file, make]] of cases.entries()) {
            if (nth % lanes.length !== lane) continue;
            const folder = fill(nth, file, make);
            const { code, said: output } = await runHere('import', folder);
            check(code === 2, `${what}: the import ended with ${code}: ${output.slice(-200)}`);
            check(!STACK.test(output), `${what}: ends in a stack trace: ${output.slice(-300)}`);
            fs.rmSync(folder, { recursive: true, force: true });
          }
          const { code, said: output } = await runHere('diff', at('before'));
          check(
            code === 0,
            `refused files have changed something (${code}): ${output.slice(0, 300)}`
          );
        })
      );

      const target = at('outside');
      fs.writeFileSync(target, 'of somebody else\n');
      fs.mkdirSync(at('linked'));
      fs.symlinkSync(target, at('linked/roles.yml'));
      await run('export', at('linked'));
      check(
        fs.readFileSync(target, 'utf8') === 'of somebody else\n',
        'an export writes through a link'
      );
    }),
};

module.exports = [damagedData, killed, commandLine];
