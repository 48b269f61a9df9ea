/**
 * A certified OpenID provider in its own process. Its login asks only for a name. Takes its
 * settings as JSON in the first argument, and sends its URL over IPC.
 */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

const {
  port,
  client,
  idTokenSeconds,
  refreshTokens = true,
  roles = ['all_access'],
} = JSON.parse(process.argv[2]);
// Tokens expire by this clock.
const { now } = Date;
let aheadMs = 0;
Date.now = () => now() + aheadMs;
process.on('message', (message) => {
  ({ aheadMs } = message);
  process.send({ aheadMs });
});
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };

const server = createServer();
await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ grant_types: ['authorization_code', 'refresh_token'], ...client }],
  jwks: { keys: [key] },
  pkce: { required: () => true },
  scopes: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
  claims: { openid: ['sub'], profile: ['preferred_username', 'roles'] },
  // Puts all claims into the id token, which the engine reads; common providers do the same.
  conformIdTokenClaims: false,
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: true },
    backchannelLogout: { enabled: true },
  },
  // The default dispatcher of the provider rejects servers on loopback.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
  ttl: {
    IdToken: idTokenSeconds,
    AccessToken: idTokenSeconds,
    RefreshToken: 86_400,
    Session: 86_400,
    Grant: 86_400,
  },
  issueRefreshToken: async () => refreshTokens,
  cookies: { keys: ['a key for tests'] },
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  findAccount: async (_context, id) => ({
    accountId: id,
    claims: async () => ({ sub: id, preferred_username: id, roles }),
  }),
  loadExistingGrant: async (context) => {
    const { session, client: asking, provider: own } = context.oidc;
    const known = session.grantIdFor(asking.clientId);
    if (known) return own.Grant.find(known);
    const grant = new own.Grant({ clientId: asking.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid profile email address phone offline_access');
    await grant.save();
    return grant;
  },
});

const callback = provider.callback();
server.on('request', async (request, response) => {
  const url = new URL(request.url, issuer);
  if (!url.pathname.startsWith('/interaction/')) return callback(request, response);
  const name = url.searchParams.get('name');
  if (name !== null) {
    const result = name === '' ? { error: 'access_denied' } : { login: { accountId: name } };
    return provider.interactionFinished(request, response, result);
  }
  response.setHeader('content-type', 'text/html');
  response.end(
    '<title>Provider</title><form><label>Name <input name=name></label><button>Enter</button></form>'
  );
});
process.send({ issuer });
