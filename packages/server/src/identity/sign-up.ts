/**
 * Sign-up. The response and its timing are the same for known and unknown addresses. The owner of a known address gets
 * an email. Following the link proves access to the mailbox, not who chose the password: another person may have signed
 * up with the address. So the link works in the browser that signed up, or together with the password.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { changePerson, findPerson } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'
import { publicRoutes } from '../platform/implement.ts'
import { browserHash, linkValueSchema, queueAccountEmail } from './account-email-job.ts'
import { enter } from './complete-sign-in.ts'
import { carryInvitation, isInvitedBy } from './invited.ts'
import { countKnock, countMail, countPasswordTry } from './limits.ts'
import { peekToken, spendToken } from './one-time-link.ts'
import { checkPassword } from './password-rules.ts'
import { authProvider } from './provider.ts'
import { newToken } from './tokens.ts'
import { makeOwnOrganization, maySignUp } from './welcome.ts'

/** As long as the link of the email. */
const browserLifeSeconds = 24 * 3600
const staleLink = 'This link was already used or has expired. Request a new one.'

export const signUpRoutes = {
  signUp: publicRoutes.auth.signUp.handler(async ({ context, input }) => {
    const { services, visit } = context
    const { email, password, full_name } = input
    const carried = await carryInvitation(services, input.invitation)
    const invitation = (await isInvitedBy(services, carried, email)) ? carried : undefined
    if (!maySignUp(services, email) && !invitation)
      throw new KeptError('forbidden', 'Sign-up is closed. Ask an admin of your organization for an invitation.')
    await checkPassword(password, { email, full_name })
    await countMail(services, visit, 'sign-up', email)
    const userId = await (await authProvider(services)).signUp({ email, password, full_name })
    const browser = newToken()
    visit.setCookie('kept-signup', browser, browserLifeSeconds)
    await queueAccountEmail(services, {
      kind: 'sign_up',
      email,
      created_id: userId,
      browser: browserHash(browser),
      invitation,
    })
    return {
      success: true as const,
      message: `We sent an email to ${email}. Follow its link to continue.`,
      redirectUrl: '/auth/verify',
    }
  }),

  verifyEmail: publicRoutes.auth.verifyEmail.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'verify')
    const { database } = services.state
    const link = await peekToken(services, 'verify', input.token)
    const person = link && (await findPerson(database, { id: link.subject }))
    if (!person) throw new KeptError('bad_input', staleLink)
    const { browser, invitation } = linkValueSchema.parse(link.value)
    const sameBrowser = browser !== undefined && browserHash(visit.cookie('kept-signup') ?? '') === browser
    if (!sameBrowser) await confirmPassword(services, person, input.password)
    if (!(await spendToken(services, 'verify', input.token))) throw new KeptError('bad_input', staleLink)
    await (await authProvider(services)).confirmAddress(person)
    const verified = await changePerson(database, person.id, { email_verified: true }, services.now())
    visit.clearCookie('kept-signup')
    const invited = await isInvitedBy(services, invitation, verified.email)
    const organizationId = invited ? undefined : await makeOwnOrganization(services, verified)
    return enter(context, {
      person: verified,
      ...(organizationId && { organizationId }),
      method: 'verified address',
      invitation,
      redirectUrl: '/onboarding',
    })
  }),

  resendVerification: publicRoutes.auth.resendVerification.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countMail(services, visit, 'verify', input.email)
    const cookie = visit.cookie('kept-signup')
    const browser = cookie === undefined ? undefined : browserHash(cookie)
    await queueAccountEmail(services, { kind: 'verification', email: input.email, browser })
    return { success: true as const, message: `If ${input.email} needs to be verified, we sent it an email.` }
  }),
}

async function confirmPassword(
  services: Services,
  person: { id: string; email: string },
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await countPasswordTry(services, person.id)
    if (await (await authProvider(services)).isPassword(person, password)) return
  }
  throw new KeptError(
    'unauthenticated',
    password === undefined
      ? 'This is another browser. Enter the password you chose at sign-up.'
      : 'This is not the password chosen at sign-up. If someone else signed up with your address, reset the password.',
    { details: { password_required: true } },
  )
}
