/** Starts a provider sign-in: PKCE, a nonce, and a single-use state bound to this browser. */
import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { publicRoutes } from '../../platform/implement.ts'
import { originFor } from '../../platform/origin.ts'
import { carryInvitation } from '../invited.ts'
import { countKnock } from '../limits.ts'
import { issueToken } from '../one-time-link.ts'
import { beginSaml, chooseSamlProvider } from '../saml/begin.ts'
import { chooseProvider } from './known-providers.ts'

const awayMs = 10 * 60_000
export const callbackPath = '/api/auth/callback'

export const oauth = publicRoutes.auth.oauth.handler(async ({ context, input }) => {
  const { services, visit } = context
  await countKnock(services, visit, 'oauth')
  const invitation = await carryInvitation(services, input.invitation)
  const saml = input.provider === 'organization' ? await chooseSamlProvider(services, input.organization) : undefined
  if (saml) return beginSaml(context, saml, invitation)
  const provider = await chooseProvider(services, input)
  const verifier = randomPKCECodeVerifier()
  const nonce = randomNonce()
  const value = { provider: provider.id, verifier, nonce, ...(invitation && { invitation }) }
  const state = await issueToken(services, 'oauth', { subject: 'sign-in', lifeMs: awayMs, value })
  visit.setCookie('kept-oauth', state, awayMs / 1000)
  const url = buildAuthorizationUrl(provider.client, {
    redirect_uri: `${originFor(services, visit)}${callbackPath}`,
    scope: provider.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'oidc' && { nonce }),
  })
  return { url: url.href }
})
