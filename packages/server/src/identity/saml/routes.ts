/**
 * Where an identity provider sends its response. The browser posts it from the provider's site, without our cookies: so
 * the response is verified and put aside, and the next request, which has the cookies, completes the sign-in.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { RawRoutes } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { originFor } from '../../platform/origin.ts'
import { samlAddresses } from '../../platform/saml-addresses.ts'
import { countKnock } from '../limits.ts'
import { reasonOf } from '../oauth/callback.ts'
import { acceptResponse } from './accept-response.ts'
import { completeSaml } from './complete.ts'
import { findSamlProvider } from './find-provider.ts'
import { serviceProviderMetadata } from './service-provider.ts'

/** A response with a thousand groups has about 100 KB. */
const maxBytes = 512 * 1024
const formSchema = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().max(500).default('') })

export const samlRoutes: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { id: string } }>(
    '/api/auth/saml/:id/metadata',
    { config: { needs: 'public' } },
    async (request, reply) => {
      const { services, visit } = await contextOf(request)
      const provider = await findSamlProvider(services, request.params.id)
      const addresses = samlAddresses(originFor(services, visit), provider.id)
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(serviceProviderMetadata(addresses))
    },
  )
  app.get<{ Querystring: { result?: string } }>(
    '/api/auth/saml/complete',
    { config: { needs: 'public' } },
    async (request, reply) => {
      const context = await contextOf(request)
      const address = await redirectAddress(context, () => completeSaml(context, String(request.query.result ?? '')))
      context.visit.clearCookie('kept-oauth')
      return reply.redirect(address, 302)
    },
  )
  app.register(async (scope) => acceptForms(scope, contextOf))
}

function acceptForms(scope: FastifyInstance, contextOf: Parameters<RawRoutes>[1]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  scope.post<{ Params: { id: string } }>(
    '/api/auth/saml/:id/acs',
    { config: { needs: 'public', maxBody: maxBytes } },
    async (request, reply) => {
      const context = await contextOf(request)
      const provider = await findSamlProvider(context.services, request.params.id)
      const form = formSchema.safeParse(request.body)
      if (!form.success) throw new KeptError('bad_input', 'Send the form field SAMLResponse.')
      const { SAMLResponse, RelayState } = form.data
      const address = await redirectAddress(context, async () => {
        await countKnock(context.services, context.visit, 'saml')
        return acceptResponse(context, provider, { encoded: SAMLResponse, relayState: RelayState })
      })
      // 303: the browser continues with GET, and sends the cookies of this site.
      return reply.redirect(address, 303)
    },
  )
}

/** On any error the user returns to the sign-in page with a reason. */
async function redirectAddress({ services, requestId }: RequestContext, work: () => Promise<string>): Promise<string> {
  const { basePath } = services.config
  try {
    return `${basePath}${await work()}`
  } catch (error) {
    const reason = reasonOf(error)
    services.log.warn(
      { event: 'saml.sign_in_failed', request_id: requestId, reason, err: error },
      'sign-in at a SAML provider failed',
    )
    return `${basePath}/auth/login?error=${encodeURIComponent(reason)}`
  }
}
