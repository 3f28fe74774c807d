/** Provider callback. On any error the user returns to the sign-in page with a reason. */
import { KeptError } from '@kept/domain/errors.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { AuthorizationResponseError } from 'openid-client'
import * as z from 'zod'
import type { RawRoutes } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { originFor } from '../../platform/origin.ts'
import { enter } from '../complete-sign-in.ts'
import { countKnock } from '../limits.ts'
import { spendToken } from '../one-time-link.ts'
import { callbackPath } from './begin.ts'
import { claimsOf } from './claims.ts'
import { providerOf } from './known-providers.ts'
import { personOfClaims } from './person-of-claims.ts'
import { refusal } from './refusal.ts'

const awaySchema = z.object({
  provider: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  invitation: z.string().optional(),
})

export const oauthCallback: RawRoutes = (app, contextOf) => {
  app.get(callbackPath, { config: { needs: 'public' } }, async (request, reply) => {
    const context = await contextOf(request)
    const { basePath } = context.services.config
    try {
      return reply.redirect(`${basePath}${await comeBack(context, request.url)}`, 302)
    } catch (error) {
      const reason = reasonOf(error)
      context.services.log.warn(
        { event: 'oauth.sign_in_failed', request_id: context.requestId, reason, err: error },
        'sign-in at a provider failed',
      )
      return reply.redirect(`${basePath}/auth/login?error=${encodeURIComponent(reason)}`, 302)
    } finally {
      context.visit.clearCookie('kept-oauth')
    }
  })
}

async function comeBack(context: RequestContext, path: string): Promise<string> {
  const { services, visit } = context
  await countKnock(services, visit, 'callback')
  const url = new URL(`${originFor(services, visit)}${path}`)
  const state = url.searchParams.get('state') ?? ''
  // The cookie proves it is the same browser, the single-use state that it is the first return.
  if (state === '' || visit.cookie('kept-oauth') !== state)
    throw refusal('state', 'This sign-in was started in another browser. Start again.')
  const pending = await spendToken(services, 'oauth', state)
  if (!pending) throw refusal('state', 'This sign-in was already used or has expired. Start again.')
  const { provider: id, verifier, nonce, invitation } = awaySchema.parse(pending.value)
  const provider = await providerOf(services, id)
  const claims = await claimsOf(provider, url, { verifier, nonce, state })
  const { person, isNew } = await personOfClaims(services, provider, claims, invitation)
  const answer = await enter(context, {
    person,
    method: provider.organization ? 'identity provider' : id,
    ...(provider.organization && { organizationId: provider.organization.id, bound: true }),
    ...(invitation && !provider.organization && { invitation }),
    ...(isNew && { redirectUrl: '/onboarding' }),
  })
  return answer.redirectUrl
}

export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'failed'
  if (!(error instanceof KeptError)) return 'failed'
  const reason = textFieldOf(error.details, 'oauth_error')
  if (reason) return reason
  return error.code === 'too_many_requests' || error.code === 'unavailable' ? error.code : 'failed'
}
