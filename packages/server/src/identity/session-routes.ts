/** Session routes: CSRF token, current session, refresh, sign-out, and sessions on other devices. */
import { KeptError } from '@kept/domain/errors.ts'
import { extendLife } from '@kept/domain/session-life.ts'
import {
  changeSession,
  endSession,
  endSessionsOf,
  type FoundSession,
  listSessions,
} from '@kept/store/people/sessions.ts'
import type { PublicContext } from '../platform/context.ts'
import { makeCsrfToken } from '../platform/csrf.ts'
import { onlyOrganizationOf } from '../platform/demo-limits.ts'
import { personRoutes, publicRoutes } from '../platform/implement.ts'
import { csrfBinding } from '../platform/verify-csrf.ts'
import { userAnswer } from './answers.ts'
import { note } from './audit.ts'
import { deviceOf } from './fingerprint.ts'
import { countKnock } from './limits.ts'
import { requireOwnAccount } from './require-own-account.ts'
import { bearerLifeMs, makeBearer, newToken } from './tokens.ts'

export const sessionRoutes = {
  csrfToken: publicRoutes.auth.csrfToken.handler(async ({ context }) => {
    const { visit, services } = context
    await countKnock(services, visit, 'csrf', 1000)
    let boundTo = csrfBinding(context)
    if (!boundTo) {
      const anonymousToken = newToken()
      visit.setCookie('kept-csrf', anonymousToken)
      boundTo = `anonymous:${anonymousToken}`
    }
    return { csrfToken: makeCsrfToken(services.secrets, boundTo) }
  }),

  session: publicRoutes.auth.session.handler(({ context }) => {
    const { session, membership } = context
    if (!session) return { session: null, user: null }
    return {
      session: {
        access_token: newBearer(context, session),
        expires_at: session.expires_at.toISOString(),
        absolute_expires_at: session.absolute_expires_at.toISOString(),
        kind: session.kind,
        second_factor_due: context.secondFactorDue ?? false,
      },
      user: userAnswer(session.user, membership),
    }
  }),

  refreshToken: personRoutes.auth.refreshToken.handler(async ({ context }) => {
    const { session, services } = context
    const lifetime = {
      kind: session.kind,
      expiresAt: session.expires_at.getTime(),
      absoluteExpiresAt: session.absolute_expires_at.getTime(),
    }
    const { sessionLife } = services.config
    const idleMs = Math.min(sessionLife.idleMs, context.idleMs ?? sessionLife.idleMs)
    const longer = extendLife(lifetime, services.now().getTime(), { ...sessionLife, idleMs })
    if (longer.expiresAt !== lifetime.expiresAt)
      await changeSession(services.state.database, session.id, { expires_at: new Date(longer.expiresAt) })
    return { token: newBearer(context, session), expires_at: new Date(longer.expiresAt).toISOString() }
  }),

  logout: publicRoutes.auth.logout.handler(async ({ context }) => {
    const { session, services, visit } = context
    if (session) {
      await endSession(services.state.database, session.user_id, session.id)
      await note(services, visit, session.active_organization_id ?? undefined, {
        action: 'session.ended',
        person: session.user,
        summary: `${session.user.email} signed out.`,
      })
    }
    visit.clearCookie('kept')
    // Clears cached responses of this session. Device cookies stay.
    visit.setHeader('clear-site-data', '"cache"')
    return { success: true as const, redirectUrl: '/auth/login' }
  }),

  sessions: personRoutes.auth.sessions.handler(async ({ context }) => {
    const { session } = context
    const all = await listSessions(context.services.state.database, session.user_id, context.services.now())
    const onlyOrganizationId = onlyOrganizationOf(context)
    // All demo visitors share one user, so a demo session lists only itself. A session of an organization's provider
    // lists the user's sessions in that organization.
    const visibleSessions = all.filter(({ id, active_organization_id }) =>
      session.kind === 'demo'
        ? id === session.id
        : onlyOrganizationId === undefined || active_organization_id === onlyOrganizationId,
    )
    return {
      sessions: visibleSessions.map(({ id, kind, ip, user_agent, created_at, last_seen_at, expires_at }) => ({
        id,
        current: id === session.id,
        kind,
        device: deviceOf(user_agent),
        ip,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
    }
  }),

  endSession: personRoutes.auth.endSession.handler(async ({ context, input }) => {
    const { session } = context
    if (input.id !== session.id) requireOwnAccount(context)
    const isEnded = await endSession(context.services.state.database, session.user_id, input.id)
    if (!isEnded) throw new KeptError('not_found', 'Session not found. It may have expired.')
    return { success: true as const, message: 'Session signed out.' }
  }),

  endOtherSessions: personRoutes.auth.endOtherSessions.handler(async ({ context }) => {
    const session = requireOwnAccount(context)
    return { ended_count: await endSessionsOf(context.services.state.database, session.user_id, session.id) }
  }),
}

function newBearer({ services }: Pick<PublicContext, 'services'>, session: FoundSession) {
  const end = Math.min(services.now().getTime() + bearerLifeMs, session.absolute_expires_at.getTime())
  return makeBearer(services.secrets, session, end)
}
