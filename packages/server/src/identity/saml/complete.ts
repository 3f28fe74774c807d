/** Signs in the user of a verified response, in the browser that started the sign-in. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Person } from '@kept/store/people/persons.ts'
import * as z from 'zod'
import { applySignInGroups, noteSignInGroups } from '../../people/public/apply-sign-in-groups.ts'
import { actingAsAdmin } from '../../people/public/change-role.ts'
import type { RequestContext } from '../../platform/context.ts'
import { enter } from '../complete-sign-in.ts'
import { countKnock } from '../limits.ts'
import type { Claims } from '../oauth/claims.ts'
import { newcomerRole } from '../oauth/newcomer-role.ts'
import { personOfClaims } from '../oauth/person-of-claims.ts'
import { refusal } from '../oauth/refusal.ts'
import { spendToken } from '../one-time-link.ts'
import { findSamlProvider, type SamlProvider } from './find-provider.ts'

const claimsSchema: z.ZodType<Claims> = z.object({
  subject: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  full_name: z.string(),
  avatar_url: z.null(),
  groups: z.array(z.string()).optional(),
})
const resultSchema = z.object({
  provider: z.string(),
  claims: claimsSchema,
  state: z.string().optional(),
  invitation: z.string().optional(),
})

/** Returns where to go. */
export async function completeSaml(context: RequestContext, result: string): Promise<string> {
  const { services, visit } = context
  await countKnock(services, visit, 'saml')
  const spent = await spendToken(services, 'saml', result)
  if (!spent) throw refusal('state', 'This sign-in was already used or has expired. Start again.')
  const { provider: id, claims, state, invitation } = resultSchema.parse(spent.value)
  if (state !== undefined) {
    // The cookie proves it is the same browser, the single-use state that it is the first return.
    if (visit.cookie('kept-oauth') !== state)
      throw refusal('state', 'This sign-in was started in another browser. Start again.')
    if (!(await spendToken(services, 'oauth', state)))
      throw refusal('state', 'This sign-in was already used or has expired. Start again.')
  }
  const provider = await findSamlProvider(services, id)
  const { organization } = provider
  const { person } = await personOfClaims(services, { id: `saml:${id}`, organization }, claims, invitation)
  await applyGroups(context, provider, person, claims.groups)
  const { redirectUrl } = await enter(context, {
    person,
    method: 'identity provider',
    organizationId: organization.id,
    bound: true,
  })
  return redirectUrl
}

/** The last admin stays one, whatever the groups are; that no group gives it then is stored. */
async function applyGroups(
  { services, ip, requestId }: RequestContext,
  { id, name, organization }: SamlProvider,
  { id: userId }: Person,
  groups: readonly string[] | undefined,
): Promise<void> {
  if (groups === undefined) return
  const at = services.now()
  const acting = actingAsAdmin({
    actor: { kind: 'system', id, name: `Identity provider "${name}"` },
    at,
    ip,
    requestId,
  })
  const signIn = { userId, provider: { id, name }, groups }
  const scope = { organizationId: organization.id }
  const { database } = services.state
  try {
    await database.scoped(scope, (tx) => applySignInGroups(tx, acting, signIn, () => newcomerRole(tx, organization)))
  } catch (error) {
    if (!(error instanceof KeptError) || error.code !== 'conflict') throw error
    services.log.warn({ event: 'saml.role_not_changed', user_id: userId, err: error }, error.message)
    await database.scoped(scope, (tx) => noteSignInGroups(tx, signIn, at))
  }
}
