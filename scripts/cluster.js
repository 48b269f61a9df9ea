'use strict';
require('./lib/node_version').requireNode();

const path = require('node:path');
const { takeOptions, fail } = require('./lib/args');

const HELP = `npm run cluster -- start | stop | status [options]

A real OpenSearch with its security plugin on loopback, downloaded with Maven into a cache folder.
Needs Java (17 for 2.19, 21 or newer for 3.4), Maven and OpenSSL.

  --release=2.19     2.19 or 3.4; status without it shows both
  --port=9200        port of the REST API; the transport port is 50 above
  --heap=512m
  --password=…       initial password of the user admin (default: a well-known one for tests, printed at the start)
  --help             this text

Data is kept between starts. SD_CLUSTER_CACHE sets another cache folder.
`;

async function cluster(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['release', 'port', 'heap', 'password'],
  });
  const [command, ...others] = rest;
  if (flags.has('help') || command === undefined) return void process.stdout.write(HELP);
  if (others.length > 0) fail(`Unknown argument ${others[0]}. --help lists what there is.`);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { releaseOf, releases, cacheFolder } = require('./lib/cluster/versions');
  const { AUDIT_YML } = require('./lib/cluster/configuration');
  const { startNode, stopNode, nodeIn } = require('./lib/cluster/node');
  const valueOf = (name, otherwise) => values.get(name)?.at(-1) ?? otherwise;
  const release = releaseOf(valueOf('release', '2.19'));
  const dirOf = (version) => path.join(cacheFolder(), 'nodes', version);
  const dir = dirOf(release.version);
  const print = (line) => process.stdout.write(`${line}\n`);
  switch (command) {
    case 'start': {
      const port = Number(valueOf('port', '9200'));
      const adminPassword = valueOf('password');
      const heap = valueOf('heap', '512m');
      const own = { heap, adminPassword, extraYml: AUDIT_YML, say: print };
      const node = await startNode({ release, dir, port, ...own });
      return print(`OpenSearch ${node.version} is up at ${node.url} (pid ${node.pid}), user admin, password ${node.adminPassword}
Authority: ${node.ca}
Administrator's certificate: ${node.adminCertificate}, ${node.adminKey}
The product on it:
  npm start -- --opensearch.hosts=${node.url} --opensearch.username=admin --opensearch.password=${node.adminPassword} --opensearch.ssl.certificateAuthorities=${node.ca}`);
    }
    case 'stop':
      return print((await stopNode(dir)) ? 'Stopped; its data stay.' : 'It does not run.');
    case 'status': {
      const chosen = values.has('release') ? [release] : releases();
      const running = chosen.filter(({ version }) => {
        const node = nodeIn(dirOf(version));
        print(
          node
            ? `OpenSearch ${version} runs at ${node.url} (pid ${node.pid}).`
            : `OpenSearch ${version} does not run.`
        );
        return node !== undefined;
      });
      process.exitCode = running.length > 0 ? 0 : 1;
      return undefined;
    }
    default:
      return fail(`Unknown command ${command}. --help lists what there is.`);
  }
}

cluster(process.argv.slice(2)).catch((error) => fail(error.message));
