/** Adds the login methods of the configuration to those of the backend. */
import type { Logger, Login } from '@sd/core/server';
import { authTypesOf } from '../../common';
import type { SecurityConfig } from '../config';
import { LogoutTokens } from './openid/logout_token';
import { OpenIdClient } from './openid/openid_client';
import { OpenIdLogin } from './openid/openid_login';
import { ProviderKeys } from './openid/provider_keys';
import { createProviderFetch } from './provider_fetch';
import { ProviderLogin, type ProviderMethod } from './provider_login';

/** @throws if a configured file cannot be read */
export function createLogin(backend: Login, config: SecurityConfig, logger: Logger): Login {
  const types = authTypesOf(config.auth.type);
  const providers: ProviderMethod[] = [];
  if (types.includes('openid')) providers.push(openId(backend, config.openid, logger));
  return new ProviderLogin(backend, providers);
}

function openId(backend: Login, openid: SecurityConfig['openid'], logger: Logger): OpenIdLogin {
  const { connect_url: connectUrl = '', client_id: clientId = '', scope } = openid;
  if (connectUrl.startsWith('http:'))
    logger.warn('Requests to the identity provider do not use TLS: tokens can be intercepted.');
  const fetch = createProviderFetch(openid);
  const client = new OpenIdClient({
    connectUrl,
    clientId,
    clientSecret: openid.client_secret,
    hasCertificate: openid.certificate !== '' || openid.pfx !== '',
    fetch,
  });
  const keys = new ProviderKeys({ client, fetch });
  return new OpenIdLogin({
    client,
    keys,
    logoutTokens: new LogoutTokens({ client, clientId, keys }),
    settings: {
      header: openid.header.toLowerCase(),
      scope: scope.split(/\s+/).includes('openid') ? scope : `openid ${scope}`,
      refreshTokens: openid.refresh_tokens,
      logoutUrl: openid.logout_url,
      additionalParameters: openid.additional_parameters ?? {},
    },
    authenticate: (request) => backend.authenticate(request),
    reportFailure: async (remoteAddress) => backend.refused?.('openid', remoteAddress),
    logger,
  });
}
