/** Authenticates a user by bearer token or by session cookie. */
import type { Me } from '@kept/contract/routes/session.ts'
import { effectivePermissions, operatorPermissions } from '@kept/domain/permission.ts'
import { isAlive } from '@kept/domain/session-life.ts'
import type { OwnMembership } from '@kept/store/people/own-memberships.ts'
import { endSession, type FoundSession, findSession, noteSessionUse } from '@kept/store/people/sessions.ts'
import type { AuthenticationMethod, Identity, Services } from '../platform/context.ts'
import { isOverdue, refusedByNetwork, refusedBySignIn } from '../platform/policies.ts'
import type { Visit } from '../platform/visit.ts'
import { note, notePolicyRefusal } from './audit.ts'
import { hasStrongFactor, requiresSecondFactor } from './factors.ts'
import { presentFingerprint } from './fingerprint.ts'
import { hashToken, isBearerOf, sessionOfBearer } from './tokens.ts'

const anonymousIdentity: Identity = { me: null, scope: null, authenticatedBy: 'none' }
const noteUseEveryMs = 60_000

export async function identifyPerson(services: Services, visit: Visit): Promise<Identity> {
  const identified = (await byBearer(services, visit)) ?? (await byCookie(services, visit))
  if (!identified) return anonymousIdentity
  const identity = await identityOf(services, identified.session, identified.method, visit.ip)
  if (identity.session) await noteUse(services, visit, identified.session)
  else visit.clearCookie('kept')
  return identity
}

/** Returns the current user of a session, or undefined when it has ended. */
export async function recallSession(services: Services, id: string, ip: string): Promise<Identity> {
  const session = await findSession(services.state.database, { id })
  if (!session || !isLiving(session, services.now().getTime())) return anonymousIdentity
  return identityOf(services, session, 'cookie', ip)
}

/** Permissions of a session in its active organization. */
async function identityOf(
  services: Services,
  session: FoundSession,
  method: AuthenticationMethod,
  ip: string,
): Promise<Identity> {
  const { user, membership } = session
  const person = {
    id: user.id,
    email: user.email,
    email_verified: user.email_verified,
    full_name: user.full_name,
    session_id: session.id,
    demo: session.kind === 'demo',
  }
  const { database } = services.state
  // Demo sessions are limited to the demo, which may have been turned off.
  if (!membership || (session.kind === 'demo' && !(membership.organization.demo && services.config.demo)))
    return { me: null, scope: null, person, session, authenticatedBy: method }
  const { organization } = membership
  const policies = organization.enforced_policies
  if (session.kind === 'ordinary' && isOverdue(policies, session, services.now().getTime())) {
    await endSession(database, user.id, session.id)
    return anonymousIdentity
  }
  const active = { organizationId: organization.id, role: membership.role }
  const refusedBy = policyRefusal(session, membership, ip)
  if (refusedBy !== undefined) {
    await notePolicyRefusal(services, ip, session, organization.id, refusedBy)
    return { me: null, scope: null, person, session, membership: active, authenticatedBy: method, refusedBy }
  }
  return {
    me: meOf(services, session, membership),
    scope: { organizationId: organization.id },
    person,
    session,
    membership: active,
    dataVersions: membership.dataVersions,
    authenticatedBy: method,
    idleMs: policies.session_lifetime && policies.session_lifetime.idle_minutes * 60_000,
    secondFactorDue: requiresSecondFactor(membership) && !(await hasStrongFactor(database, user.id)),
  }
}

/** The demo has no policies: its visitors share two users. */
function policyRefusal(session: FoundSession, { organization }: OwnMembership, ip: string): string | undefined {
  if (session.kind === 'demo') return undefined
  const policies = organization.enforced_policies
  return (
    refusedByNetwork(organization, policies, 'console', ip) ??
    refusedBySignIn(organization, policies, { email: session.user.email, method: session.method })
  )
}

function meOf(services: Services, session: FoundSession, membership: OwnMembership): Me {
  const { user } = session
  const { organization, role, grants } = membership
  const { id, slug, name, demo } = organization
  return {
    user: {
      ...{ id: user.id, email: user.email, full_name: user.full_name, role },
      ...(grants.custom_role && { custom_role: grants.custom_role.name }),
    },
    organization: { id, slug, name, demo },
    permissions: [
      ...effectivePermissions(role, grants),
      ...(isOperator(services, session, membership) ? operatorPermissions : []),
    ],
  }
}

/**
 * Operators: the user who set up the installation, and the verified addresses in KEPT_ADMIN_EMAILS. The demo admin sees
 * the operator screens for demo data only. Users authenticated by an organization's own provider are never operators.
 */
function isOperator({ config }: Services, session: FoundSession, { organization, role }: OwnMembership): boolean {
  if (role !== 'admin' || session.bound) return false
  if (session.kind === 'demo') return organization.demo
  const { operator, email, email_verified } = session.user
  return !organization.demo && (operator || (email_verified && config.adminEmails.includes(email)))
}

async function byBearer(
  services: Services,
  visit: Visit,
): Promise<{ session: FoundSession; method: AuthenticationMethod } | undefined> {
  const bearer = visit.header('authorization')?.replace(/^Bearer /, '')
  const id = bearer && sessionOfBearer(bearer)
  if (!id) return undefined
  const session = await findSession(services.state.database, { id })
  const now = services.now().getTime()
  if (!session || !isLiving(session, now) || !isBearerOf(services.secrets, bearer, session, now)) return undefined
  return { session, method: 'bearer' }
}

async function byCookie(
  services: Services,
  visit: Visit,
): Promise<{ session: FoundSession; method: AuthenticationMethod } | undefined> {
  const token = visit.cookie('kept')
  if (!token) return undefined
  const session = await findSession(services.state.database, { token_hash: hashToken(token) })
  if (!session || !isLiving(session, services.now().getTime())) return undefined
  if (session.fingerprint === presentFingerprint(visit)) return { session, method: 'cookie' }
  await endSession(services.state.database, session.user_id, session.id)
  visit.clearCookie('kept')
  await note(services, visit, session.active_organization_id ?? undefined, {
    action: 'session.hijack_suspected',
    person: session.user,
    sessionId: session.id,
    summary: `A session of ${session.user.email} was used on another device and was ended.`,
  })
  return undefined
}

function isLiving(session: FoundSession, now: number): boolean {
  const lifetime = {
    kind: session.kind,
    expiresAt: session.expires_at.getTime(),
    absoluteExpiresAt: session.absolute_expires_at.getTime(),
  }
  return isAlive(lifetime, now) && session.user.disabled_at === null
}

/** Updates "last seen", at most once a minute. Does not extend the session. */
async function noteUse({ state, now }: Services, visit: Visit, session: FoundSession): Promise<void> {
  const timestamp = now()
  if (timestamp.getTime() - session.last_seen_at.getTime() < noteUseEveryMs) return
  await noteSessionUse(state.database, { id: session.id, at: timestamp, ip: visit.ip })
}
