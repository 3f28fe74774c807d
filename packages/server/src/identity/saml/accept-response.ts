/** Verifies a response and puts its claims aside for the browser that started the sign-in. */
import { hash } from 'node:crypto'
import { noteAudit } from '@kept/store/audit/record.ts'
import { claimAssertion } from '@kept/store/people/saml-assertions.ts'
import * as z from 'zod'
import type { RequestContext } from '../../platform/context.ts'
import { toKeptError } from '../../platform/errors.ts'
import { originFor } from '../../platform/origin.ts'
import { samlAddresses } from '../../platform/saml-addresses.ts'
import { refusal } from '../oauth/refusal.ts'
import { issueToken, peekToken } from '../one-time-link.ts'
import type { SamlProvider } from './find-provider.ts'
import { claimsOfAssertion } from './read-attributes.ts'
import { readResponse } from './read-response.ts'

/** The browser follows the redirect at once. */
const resultLifeMs = 2 * 60_000

const startedSchema = z.object({ provider: z.string(), request_id: z.string(), invitation: z.string().optional() })

interface PostedResponse {
  /** Base64. */
  encoded: string
  /** Ours, where we started the sign-in; else whatever the provider sends. */
  relayState: string
}

/** Returns the address at which the sign-in is completed. Refusals stand in the organization's audit log. */
export async function acceptResponse(
  context: RequestContext,
  provider: SamlProvider,
  posted: PostedResponse,
): Promise<string> {
  try {
    return await accept(context, provider, posted)
  } catch (error) {
    const { services, visit } = context
    await noteAudit(
      services.state.database,
      { organizationId: provider.organization.id },
      {
        action: 'session.refused',
        outcome: 'denied',
        actor: { kind: 'system', id: null, name: 'Kept' },
        target: provider.id,
        summary: `A sign-in through "${provider.name}" was refused: ${toKeptError(error).message}`,
        at: services.now(),
        ip: visit.ip,
      },
    )
    throw error
  }
}

async function accept(
  { services, visit }: RequestContext,
  provider: SamlProvider,
  { encoded, relayState }: PostedResponse,
): Promise<string> {
  const now = services.now()
  const started = startedSchema.safeParse((await peekToken(services, 'oauth', relayState))?.value).data
  if (started && started.provider !== provider.id)
    throw refusal('saml_request', 'This SAML response belongs to another sign-in. Start again.')
  if (!started && !provider.saml.allow_idp_initiated)
    throw refusal('saml_not_requested', 'This sign-in was not started in Kept. Start it on the sign-in page.')
  const { entity_id, acs_url } = samlAddresses(originFor(services, visit), provider.id)
  const assertion = readResponse(Buffer.from(encoded, 'base64').toString('utf8'), {
    issuer: provider.issuer,
    certificates: provider.saml.certificates,
    audience: entity_id,
    recipient: acs_url,
    requestId: started?.request_id,
    now: now.getTime(),
  })
  const claims = claimsOfAssertion(assertion, provider.saml.attributes)
  const isFirstUse = await services.state.database.scoped({ organizationId: provider.organization.id }, (tx) =>
    claimAssertion(tx, {
      providerId: provider.id,
      hash: hash('sha256', assertion.id),
      expiresAt: new Date(assertion.expiresAt),
      now,
    }),
  )
  if (!isFirstUse) throw refusal('saml_used', 'This SAML response was already used. Start again.')
  const value = {
    provider: provider.id,
    claims,
    ...(started && { state: relayState }),
    ...(started?.invitation && { invitation: started.invitation }),
  }
  const result = await issueToken(services, 'saml', { subject: provider.id, lifeMs: resultLifeMs, value })
  return `/api/auth/saml/complete?result=${encodeURIComponent(result)}`
}
