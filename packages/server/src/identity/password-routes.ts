/** A password forgotten, chosen anew, or changed. Every other session ends with it. */
import { KeptError } from '@kept/domain/errors.ts'
import { changePerson, findPerson } from '@kept/store/people/persons.ts'
import { changeSession, endSessionsOf } from '@kept/store/people/sessions.ts'
import { routes } from '../platform/implement.ts'
import { note, noteFactor } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { later } from './later.ts'
import { passwordChangedLetter, resetLetter } from './letters.ts'
import { countKnock, countLetter } from './limits.ts'
import { forgetTokens, issueToken, peekToken, spendToken } from './one-time-link.ts'
import { confirmed } from './own.ts'
import { checkPassword } from './password-rules.ts'
import { authProvider } from './provider.ts'
import { makeOwnOrganization } from './welcome.ts'

const linkLifeMs = 3_600_000
const staleLink = 'This link is not good any more; it was used, or is too old. Ask for another.'

export const passwordRoutes = {
  forgotPassword: routes.auth.forgotPassword.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countLetter(services, visit, 'reset', input.email)
    later(services, 'a letter for a new password', async () => {
      const person = await findPerson(services.state.database, { email: input.email })
      if (!person || person.disabled_at) return
      const token = await issueToken(services, 'reset', { subject: person.id, lifeMs: linkLifeMs, alone: true })
      const link = `${services.origin()}/auth/reset-password?token=${encodeURIComponent(token)}`
      await services.mail.send(resetLetter(person.email, person.full_name, link))
    })
    return { success: true as const, message: `If ${input.email} has an account, a letter is on its way.` }
  }),

  resetPassword: routes.auth.resetPassword.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'reset')
    const { database } = services.state
    const link = await peekToken(services, 'reset', input.token)
    const person = link && (await findPerson(database, { id: link.subject }))
    if (!person || person.disabled_at) throw new KeptError('bad_input', staleLink)
    checkPassword(input.password, person)
    if (!(await spendToken(services, 'reset', input.token))) throw new KeptError('bad_input', staleLink)
    const provider = await authProvider(services)
    await provider.setPassword(person, input.password)
    // The letter was read: the address is the person's. Links of before are worth nothing now.
    await changePerson(database, person.id, { email_verified: true }, services.now())
    if (!person.email_verified) await makeOwnOrganization(services, person)
    await forgetTokens(services, 'verify', person.id)
    await forgetTokens(services, 'step', person.id)
    await endSessionsOf(database, person.id)
    visit.clearCookie('kept')
    await note(services, visit, undefined, {
      action: 'password.reset',
      person,
      summary: `${person.email} chose a new password.`,
    })
    later(services, 'a letter', () =>
      services.mail.send(
        passwordChangedLetter(person.email, person.full_name, `${services.origin()}/auth/forgot-password`),
      ),
    )
    return {
      success: true as const,
      message: 'Your password is changed and every session ended. Please sign in.',
      redirectUrl: '/auth/login',
    }
  }),

  changePassword: routes.auth.changePassword.handler(async ({ context, input }) => {
    const { services, visit } = context
    const provider = await authProvider(services)
    const had = context.session && (await provider.hasPassword(context.session.user_id))
    if (had && input.current_password === undefined)
      throw new KeptError('bad_input', 'Please give your present password too.', {
        details: { field: 'current_password' },
      })
    const session = await confirmed(context, had ? input.current_password : undefined)
    checkPassword(input.new_password, session.user)
    await provider.setPassword(session.user, input.new_password)
    await endSessionsOf(services.state.database, session.user_id, session.id)
    await rotateSession({ services, visit, session }, { authenticated_at: services.now() })
    await noteFactor(context, session.user, 'password.changed', 'changed the password')
    const link = `${services.origin()}/auth/forgot-password`
    later(services, 'a letter', () =>
      services.mail.send(passwordChangedLetter(session.user.email, session.user.full_name, link)),
    )
    return { success: true as const, message: 'Your password is changed; your other sessions have ended.' }
  }),

  confirmIdentity: routes.auth.confirmIdentity.handler(async ({ context, input }) => {
    const session = await confirmed(context, input.password)
    const { services } = context
    await changeSession(services.state.database, session.id, { authenticated_at: services.now() })
    return { success: true as const, message: 'Thank you.' }
  }),
}
