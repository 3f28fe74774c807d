/** Creates a session with a new token in a cookie. A previous session of the browser ends. */
import { KeptError } from '@kept/domain/errors.ts'
import { type SignInMethod, signInMethods } from '@kept/domain/security-policy-kinds.ts'
import { beginLife, type SessionKind } from '@kept/domain/session-life.ts'
import { hasDone } from '@kept/store/audit/has-done.ts'
import { listOwnMemberships, type OwnMembership } from '@kept/store/people/own-memberships.ts'
import type { Person } from '@kept/store/people/persons.ts'
import { changeSession, createSession, endSession, listSessions } from '@kept/store/people/sessions.ts'
import type { RequestContext } from '../platform/context.ts'
import { refusedBySignIn } from '../platform/policies.ts'
import { note } from './audit.ts'
import { ensureDevice } from './fingerprint.ts'
import { isKnownDevice, rememberDevice } from './known-device.ts'
import { hashToken, newToken } from './tokens.ts'

interface Beginning {
  person: Person
  /** "password", "passkey", "google": for the audit log. */
  method: string
  kind?: SessionKind
  /** The organization to act for. Defaults to the user's first one. */
  organizationId?: string
  /** True when the organization's own identity provider authenticated the user. */
  bound?: boolean
}

/** Returns the active membership, or undefined for a user without an organization. */
export async function beginSession(
  context: Pick<RequestContext, 'services' | 'visit' | 'session'>,
  { person, method, kind = 'ordinary', organizationId, bound = false }: Beginning,
): Promise<OwnMembership | undefined> {
  const { services, visit, session: previousSession } = context
  const { database } = services.state
  const memberships = await listOwnMemberships(database, person.id)
  const membership = organizationId
    ? memberships.find(({ organization }) => organization.id === organizationId)
    : firstOpen(memberships, person.email, method)
  if (membership && kind === 'ordinary') await refuseByPolicy(services, visit, membership, { person, method })
  const now = services.now()
  const lifetime = beginLife(kind, now.getTime(), services.config.sessionLife)
  const token = newToken()
  const { device, fingerprint } = ensureDevice(visit)
  if (previousSession) await endSession(database, previousSession.user_id, previousSession.id)
  const sessionId = await createSession(database, {
    token_hash: hashToken(token),
    user_id: person.id,
    active_organization_id: membership?.organization.id ?? null,
    kind,
    bound,
    method: signInMethodOf(method),
    fingerprint,
    ip: visit.ip,
    user_agent: visit.userAgent,
    created_at: now,
    authenticated_at: now,
    expires_at: new Date(lifetime.expiresAt),
    absolute_expires_at: new Date(lifetime.absoluteExpiresAt),
  })
  giveCookie(context, token, lifetime.absoluteExpiresAt)
  const isNewDevice =
    kind === 'ordinary' &&
    !isKnownDevice(services, visit, person.email) &&
    (await hasSignedInBefore(services, person.id, memberships))
  if (kind === 'ordinary') rememberDevice(services, visit, person.email, device)
  await note(services, visit, membership?.organization.id, {
    action: 'session.begun',
    person,
    sessionId,
    summary: `${person.email} signed in (${method}).`,
    details: { way: method },
  })
  if (isNewDevice) {
    const entered = membership ? [membership] : []
    await noteNewDevice(services, visit, { person, sessionId, membership }, bound ? entered : memberships)
  }
  return membership
}

/** In each organization that the session may enter, not only in the first one. */
async function noteNewDevice(
  services: RequestContext['services'],
  visit: RequestContext['visit'],
  { person, sessionId, membership }: { person: Person; sessionId: string; membership: OwnMembership | undefined },
  reachable: readonly OwnMembership[],
): Promise<void> {
  const ids = reachable.map(({ organization }) => organization.id)
  for (const id of ids.length > 0 ? ids : [undefined])
    await note(services, visit, id, {
      action: 'session.new_device',
      person,
      // Elsewhere it is no session of that organization.
      ...(id === membership?.organization.id && { sessionId }),
      summary: `${person.email} signed in on a new device.`,
    })
}

/**
 * A first sign-in is always on a new device, whichever organization it entered. The session that was just begun is one,
 * and not in the log yet.
 */
async function hasSignedInBefore(
  { state, now }: RequestContext['services'],
  userId: string,
  memberships: readonly OwnMembership[],
): Promise<boolean> {
  if ((await listSessions(state.database, userId, now())).length > 1) return true
  for (const { organization } of memberships) {
    const scope = { organizationId: organization.id }
    if (await state.database.scoped(scope, (tx) => hasDone(tx, userId, 'session.begun'))) return true
  }
  return false
}

/** The first organization whose policies allow this sign-in; where none does, the first one says why. */
function firstOpen(memberships: readonly OwnMembership[], email: string, method: string): OwnMembership | undefined {
  const entering = { email, method: signInMethodOf(method) }
  const isOpen = ({ organization }: OwnMembership) =>
    refusedBySignIn(organization, organization.enforced_policies, entering) === undefined
  return memberships.find(isOpen) ?? memberships[0]
}

/** Throws when a policy of the organization does not allow this way to sign in. */
async function refuseByPolicy(
  services: RequestContext['services'],
  visit: RequestContext['visit'],
  { organization }: OwnMembership,
  { person, method }: Pick<Beginning, 'person' | 'method'>,
): Promise<void> {
  const entering = { email: person.email, method: signInMethodOf(method) }
  const reason = refusedBySignIn(organization, organization.enforced_policies, entering)
  if (reason === undefined) return
  const summary = `Sign-in as ${person.email} was refused by a policy: ${reason}`
  await note(services, visit, organization.id, {
    action: 'session.refused_by_policy',
    person,
    summary,
    outcome: 'denied',
  })
  throw new KeptError('forbidden', reason, { details: { reason: 'policy' } })
}

/** "password and code" is a password with a second factor. Verified addresses and the setup link stand for one. */
function signInMethodOf(method: string): SignInMethod | '' {
  const first = method.replace(/ and code$/, '')
  if (first === 'identity provider') return 'identity_provider'
  if (first === 'verified address' || first === 'set up') return 'password'
  return signInMethods.find((candidate) => candidate === first) ?? ''
}

/** Rotates the session token. The old one is no longer valid. */
export async function rotateSession(
  context: Pick<RequestContext, 'services' | 'visit'> & { session: { id: string; absolute_expires_at: Date } },
  changes: { active_organization_id?: string; authenticated_at?: Date } = {},
): Promise<void> {
  const { services, session } = context
  const token = newToken()
  await changeSession(services.state.database, session.id, { token_hash: hashToken(token), ...changes })
  giveCookie(context, token, session.absolute_expires_at.getTime())
}

function giveCookie({ services, visit }: Pick<RequestContext, 'services' | 'visit'>, token: string, end: number): void {
  visit.setCookie('kept', token, Math.max(1, Math.floor((end - services.now().getTime()) / 1000)))
}
