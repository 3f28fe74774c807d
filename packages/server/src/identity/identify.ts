/** Who a request is from, when it is a person: a bearer token of the browser, or the session cookie of its device. */
import type { Me } from '@kept/contract/routes/session.ts'
import { effectivePermissions, operatorPermissions } from '@kept/domain/permission.ts'
import { isAlive } from '@kept/domain/session-life.ts'
import { findOwnMembership, type OwnMembership } from '@kept/store/people/own-memberships.ts'
import { changeSession, endSession, type FoundSession, findSession } from '@kept/store/people/sessions.ts'
import type { Identity, Services, ShownBy } from '../platform/context.ts'
import type { Visit } from '../platform/visit.ts'
import { note } from './audit.ts'
import { asksForFactor, hasStrongFactor } from './factors.ts'
import { presentFingerprint } from './fingerprint.ts'
import { hashToken, isBearerOf, sessionOfBearer } from './tokens.ts'

const nobody: Identity = { me: null, scope: null, by: 'nobody' }
const noteUseEveryMs = 60_000

export async function identifyPerson(services: Services, visit: Visit): Promise<Identity> {
  const found = (await byBearer(services, visit)) ?? (await byCookie(services, visit))
  if (!found) return nobody
  await noteUse(services, visit, found.session)
  return identityOf(services, found.session, found.by)
}

/** Who a session is by now, whatever token it goes under today; nobody once it has ended. */
export async function recallSession(services: Services, id: string): Promise<Identity> {
  const session = await findSession(services.state.database, { id })
  if (!session || !isLiving(session, services.now().getTime())) return nobody
  return identityOf(services, session, 'cookie')
}

/** What a living session lets its person be, in the organisation it acts for. */
export async function identityOf(services: Services, session: FoundSession, by: ShownBy): Promise<Identity> {
  const { user } = session
  const person = {
    id: user.id,
    email: user.email,
    email_verified: user.email_verified,
    full_name: user.full_name,
    session_id: session.id,
    demo: session.kind === 'demo',
  }
  const { database } = services.state
  const membership =
    session.active_organization_id === null
      ? undefined
      : await findOwnMembership(database, user.id, session.active_organization_id)
  // A demo session has nothing to do anywhere else, and the demo may have been turned off meanwhile.
  if (!membership || (session.kind === 'demo' && !(membership.organization.demo && services.config.demo)))
    return { me: null, scope: null, person, session, by }
  return {
    me: meOf(services, session, membership),
    scope: { organizationId: membership.organization.id },
    person,
    session,
    by,
    secondFactorDue: asksForFactor(membership) && !(await hasStrongFactor(database, user.id)),
  }
}

function meOf(services: Services, session: FoundSession, membership: OwnMembership): Me {
  const { user } = session
  const { organization, role, grants } = membership
  const { id, slug, name, demo } = organization
  return {
    user: { id: user.id, email: user.email, full_name: user.full_name, role },
    organization: { id, slug, name, demo },
    permissions: [
      ...effectivePermissions(role, grants),
      ...(isOperator(services, session, membership) ? operatorPermissions : []),
    ],
  }
}

/**
 * Who runs this Kept: whoever set it up, and the verified addresses of KEPT_ADMIN_EMAILS. In the demo its admin is shown
 * what an operator sees, of the demo alone. Somebody an organisation's own provider vouched for is no operator.
 */
function isOperator({ config }: Services, session: FoundSession, { organization, role }: OwnMembership): boolean {
  if (role !== 'admin' || session.bound) return false
  if (session.kind === 'demo') return organization.demo
  const { operator, email, email_verified } = session.user
  return !organization.demo && (operator || (email_verified && config.adminEmails.includes(email)))
}

async function byBearer(services: Services, visit: Visit): Promise<{ session: FoundSession; by: ShownBy } | undefined> {
  const bearer = visit.header('authorization')?.replace(/^Bearer /, '')
  const id = bearer && sessionOfBearer(bearer)
  if (!id) return undefined
  const session = await findSession(services.state.database, { id })
  const now = services.now().getTime()
  if (!session || !isLiving(session, now) || !isBearerOf(services.secrets, bearer, session, now)) return undefined
  return { session, by: 'bearer' }
}

async function byCookie(services: Services, visit: Visit): Promise<{ session: FoundSession; by: ShownBy } | undefined> {
  const token = visit.cookie('kept')
  if (!token) return undefined
  const session = await findSession(services.state.database, { token_hash: hashToken(token) })
  if (!session || !isLiving(session, services.now().getTime())) return undefined
  if (session.fingerprint === presentFingerprint(visit)) return { session, by: 'cookie' }
  await endSession(services.state.database, session.user_id, session.id)
  visit.clearCookie('kept')
  await note(services, visit, session.active_organization_id ?? undefined, {
    action: 'session.hijack_suspected',
    person: session.user,
    summary: `A session of ${session.user.email} turned up on another device and was ended.`,
  })
  return undefined
}

function isLiving(session: FoundSession, now: number): boolean {
  const life = {
    kind: session.kind,
    expiresAt: session.expires_at.getTime(),
    absoluteExpiresAt: session.absolute_expires_at.getTime(),
  }
  return isAlive(life, now) && session.user.disabled_at === null
}

/** Seen, for the person's list of sessions: at most once a minute, and it moves no end. */
async function noteUse({ state, now }: Services, visit: Visit, session: FoundSession): Promise<void> {
  const at = now()
  if (at.getTime() - session.last_seen_at.getTime() < noteUseEveryMs) return
  await changeSession(state.database, session.id, { last_seen_at: at, ip: visit.ip })
}
