/** Password reset and change. Every other session ends. */
import { KeptError } from '@kept/domain/errors.ts'
import { changePerson, findPerson } from '@kept/store/people/persons.ts'
import { changeSession, endSessionsOf } from '@kept/store/people/sessions.ts'
import { personRoutes, publicRoutes } from '../platform/implement.ts'
import { queueAccountEmail } from './account-email-job.ts'
import { noteFactor } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { countKnock, countMail } from './limits.ts'
import { forgetTokens, peekToken, spendToken } from './one-time-link.ts'
import { checkPassword } from './password-rules.ts'
import { authProvider } from './provider.ts'
import { confirmed } from './require-own-account.ts'
import { makeOwnOrganization } from './welcome.ts'

const staleLink = 'This link was already used or has expired. Request a new one.'

export const passwordRoutes = {
  forgotPassword: publicRoutes.auth.forgotPassword.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countMail(services, visit, 'reset', input.email)
    await queueAccountEmail(services, { kind: 'password_reset', email: input.email })
    return { success: true as const, message: `If ${input.email} has an account, we sent it an email.` }
  }),

  resetPassword: publicRoutes.auth.resetPassword.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'reset')
    const { database } = services.state
    const link = await peekToken(services, 'reset', input.token)
    const person = link && (await findPerson(database, { id: link.subject }))
    if (!person || person.disabled_at) throw new KeptError('bad_input', staleLink)
    await checkPassword(input.password, person)
    if (!(await spendToken(services, 'reset', input.token))) throw new KeptError('bad_input', staleLink)
    const provider = await authProvider(services)
    await provider.setPassword(person, input.password)
    // Following the link verifies the address. Earlier links are revoked.
    await changePerson(database, person.id, { email_verified: true }, services.now())
    if (!person.email_verified) await makeOwnOrganization(services, person)
    await forgetTokens(services, 'verify', person.id)
    await forgetTokens(services, 'step', person.id)
    await endSessionsOf(database, person.id)
    visit.clearCookie('kept')
    await noteFactor(context, person, 'password.reset', 'reset the password')
    await queueAccountEmail(services, { kind: 'password_changed', email: person.email })
    return {
      success: true as const,
      message: 'Password changed. You were signed out everywhere. Sign in again.',
      redirectUrl: '/auth/login',
    }
  }),

  changePassword: personRoutes.auth.changePassword.handler(async ({ context, input }) => {
    const { services, visit } = context
    const provider = await authProvider(services)
    const had = await provider.hasPassword(context.session.user_id)
    if (had && input.current_password === undefined)
      throw new KeptError('bad_input', 'Enter your current password.', {
        details: { field: 'current_password' },
      })
    const session = await confirmed(context, had ? input.current_password : undefined)
    await checkPassword(input.new_password, session.user)
    await provider.setPassword(session.user, input.new_password)
    await endSessionsOf(services.state.database, session.user_id, session.id)
    await rotateSession({ services, visit, session }, { authenticated_at: services.now() })
    await noteFactor(context, session.user, 'password.changed', 'changed the password')
    await queueAccountEmail(services, { kind: 'password_changed', email: session.user.email })
    return { success: true as const, message: 'Password changed. Your other sessions were signed out.' }
  }),

  confirmIdentity: personRoutes.auth.confirmIdentity.handler(async ({ context, input }) => {
    const session = await confirmed(context, input.password)
    const { services } = context
    await changeSession(services.state.database, session.id, { authenticated_at: services.now() })
    return { success: true as const, message: 'Thank you.' }
  }),
}
