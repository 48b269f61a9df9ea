/**
 * Adds login methods of the configuration to those of the backend. Each redirects to an identity
 * provider and lets the backend verify the result, so it works with every backend.
 */
import type { Logger, Login } from '@sd/core/server';
import { getAuthTypes } from '../../common';
import type { SecurityConfig } from '../config';
import { LogoutTokens } from './openid/logout_token';
import { OpenIdClient } from './openid/openid_client';
import { OpenIdLogin } from './openid/openid_login';
import { ProviderKeys } from './openid/provider_keys';
import { createProviderFetch } from './provider_fetch';

/** @throws if a configured file cannot be read */
export function withProviderMethods(backend: Login, config: SecurityConfig, logger: Logger): Login {
  if (!getAuthTypes(config.auth.type).includes('openid')) return backend;
  const method = openId(backend, config.openid, logger);
  return { ...backend, methods: new Map([...backend.methods, ['openid', method]]) };
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
