/** The session itself: its CSRF token, asked for, refreshed, ended, and the ones on other devices. */
import { KeptError } from '@kept/domain/errors.ts'
import { extendLife } from '@kept/domain/session-life.ts'
import { changeSession, endSession, endSessionsOf, listSessions } from '@kept/store/people/sessions.ts'
import type { RequestContext } from '../platform/context.ts'
import { makeCsrfToken } from '../platform/csrf.ts'
import { onlyOrganizationOf } from '../platform/demo-limits.ts'
import { csrfBinding } from '../platform/forgery.ts'
import { routes } from '../platform/implement.ts'
import { userAnswer } from './answers.ts'
import { note } from './audit.ts'
import { deviceOf } from './fingerprint.ts'
import { countKnock } from './limits.ts'
import { ownSession, refuseBorrowed } from './own.ts'
import { bearerLifeMs, makeBearer, newToken } from './tokens.ts'

export const sessionRoutes = {
  csrfToken: routes.auth.csrfToken.handler(async ({ context }) => {
    const { visit, services } = context
    await countKnock(services, visit, 'csrf', 1000)
    let boundTo = csrfBinding(context)
    if (!boundTo) {
      const stranger = newToken()
      visit.setCookie('kept-csrf', stranger)
      boundTo = `stranger:${stranger}`
    }
    return { csrfToken: makeCsrfToken(services.secrets, boundTo) }
  }),

  session: routes.auth.session.handler(({ context }) => {
    const { session, me } = context
    if (!session) return { session: null, user: null }
    return {
      session: {
        access_token: freshBearer(context, session),
        expires_at: session.expires_at.toISOString(),
        absolute_expires_at: session.absolute_expires_at.toISOString(),
        kind: session.kind,
        second_factor_due: context.secondFactorDue ?? false,
      },
      user: userAnswer(session.user, me ? { organizationId: me.organization.id, role: me.user.role } : undefined),
    }
  }),

  refreshToken: routes.auth.refreshToken.handler(async ({ context }) => {
    const session = ownSession(context)
    const { services } = context
    const life = {
      kind: session.kind,
      expiresAt: session.expires_at.getTime(),
      absoluteExpiresAt: session.absolute_expires_at.getTime(),
    }
    const longer = extendLife(life, services.now().getTime(), services.config.sessionLife)
    if (longer.expiresAt !== life.expiresAt)
      await changeSession(services.state.database, session.id, { expires_at: new Date(longer.expiresAt) })
    return { token: freshBearer(context, session), expires_at: new Date(longer.expiresAt).toISOString() }
  }),

  logout: routes.auth.logout.handler(async ({ context }) => {
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
    // What the browser kept of this session's answers goes too; the device's own cookies stay.
    visit.setHeader('clear-site-data', '"cache"')
    return { success: true as const, redirectUrl: '/auth/login' }
  }),

  sessions: routes.auth.sessions.handler(async ({ context }) => {
    const session = ownSession(context)
    const all = await listSessions(context.services.state.database, session.user_id, context.services.now())
    const only = onlyOrganizationOf(context)
    // Every demo visitor is the same person, so a demo session lists itself alone; a session bound to an
    // organization's identity provider lists the person's sessions in that organization.
    const own = all.filter(({ id, active_organization_id }) =>
      session.kind === 'demo' ? id === session.id : only === undefined || active_organization_id === only,
    )
    return {
      sessions: own.map(({ id, kind, ip, user_agent, created_at, last_seen_at, expires_at }) => ({
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

  endSession: routes.auth.endSession.handler(async ({ context, input }) => {
    const session = ownSession(context)
    if (input.id !== session.id) refuseBorrowed(context)
    const ended = await endSession(context.services.state.database, session.user_id, input.id)
    if (!ended) throw new KeptError('not_found', 'There is no such session of yours; it may have ended by itself.')
    return { success: true as const, message: 'The session has ended.' }
  }),

  endOtherSessions: routes.auth.endOtherSessions.handler(async ({ context }) => {
    const session = refuseBorrowed(context)
    return { ended: await endSessionsOf(context.services.state.database, session.user_id, session.id) }
  }),
}

function freshBearer({ services }: Pick<RequestContext, 'services'>, session: NonNullable<RequestContext['session']>) {
  const end = Math.min(services.now().getTime() + bearerLifeMs, session.absolute_expires_at.getTime())
  return makeBearer(services.secrets, session, end)
}
