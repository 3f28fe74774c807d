/**
 * Sign-up. Known address or not, the answer is the same and takes as long; who owns a known one gets a letter.
 *
 * The link of the letter shows that whoever follows it reads the mailbox, not that they chose the password: somebody
 * else may have signed up with the address. So it counts in the browser that signed up, or together with the password.
 */
import { createHash } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { changePerson, findPerson } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { enter } from './enter.ts'
import { carryInvitation, isInvitedBy } from './invited.ts'
import { later } from './later.ts'
import { knownAddressLetter, verifyLetter } from './letters.ts'
import { countKnock, countLetter, countPasswordTry } from './limits.ts'
import { issueToken, openValues, peekToken, spendToken } from './one-time-link.ts'
import { checkPassword } from './password-rules.ts'
import { authProvider } from './provider.ts'
import { newToken } from './tokens.ts'
import { makeOwnOrganization, maySignUp } from './welcome.ts'

const linkLifeMs = 24 * 3_600_000
const staleLink = 'This link is not good any more; it was used, or is too old. Ask for another.'

interface LinkValue {
  /** Hash of the cookie of the browser that signed up. */
  browser?: string
  /** The hash of the invitation they came with. */
  invitation?: string
}

export const signUpRoutes = {
  signUp: routes.auth.signUp.handler(async ({ context, input }) => {
    const { services, visit } = context
    const { email, password, full_name } = input
    const carried = await carryInvitation(services, input.invitation)
    const invitation = (await isInvitedBy(services, carried, email)) ? carried : undefined
    if (!maySignUp(services, email) && !invitation)
      throw new KeptError('forbidden', 'Sign-up is closed here. Ask an organization admin for an invitation.')
    checkPassword(password, { email, full_name })
    await countLetter(services, visit, 'sign-up', email)
    const userId = await (await authProvider(services)).signUp({ email, password, full_name })
    const browser = newToken()
    visit.setCookie('kept-signup', browser, linkLifeMs / 1000)
    later(services, 'the letter after a sign-up', async () => {
      if (userId !== undefined)
        return sendLink(services, { id: userId, email, full_name }, { browser: hash(browser), invitation })
      const known = await findPerson(services.state.database, { email })
      if (!known) return
      // Whoever signed up first has the password: the link needs it, whatever browser asks for one more.
      if (!known.email_verified) return sendLink(services, known, { invitation })
      const links = { login: `${services.origin()}/auth/login`, forgot: `${services.origin()}/auth/forgot-password` }
      await services.mail.send(knownAddressLetter(email, known.full_name, links))
    })
    return {
      success: true as const,
      message: `We have sent a letter to ${email}. Follow its link to go on.`,
      redirectUrl: '/auth/verify',
    }
  }),

  verifyEmail: routes.auth.verifyEmail.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'verify')
    const { database } = services.state
    const link = await peekToken(services, 'verify', input.token)
    const person = link && (await findPerson(database, { id: link.subject }))
    if (!person) throw new KeptError('bad_input', staleLink)
    const { browser, invitation } = link.value as LinkValue
    const sameBrowser = browser !== undefined && hash(visit.cookie('kept-signup') ?? '') === browser
    if (!sameBrowser) await askPassword(services, person, input.password)
    if (!(await spendToken(services, 'verify', input.token))) throw new KeptError('bad_input', staleLink)
    await (await authProvider(services)).confirmAddress(person)
    const verified = await changePerson(database, person.id, { email_verified: true }, services.now())
    visit.clearCookie('kept-signup')
    const invited = await isInvitedBy(services, invitation, verified.email)
    const organizationId = invited ? undefined : await makeOwnOrganization(services, verified)
    return enter(context, {
      person: verified,
      ...(organizationId && { organizationId }),
      way: 'verified address',
      invitation,
      redirectUrl: '/onboarding',
    })
  }),

  resendVerification: routes.auth.resendVerification.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countLetter(services, visit, 'verify', input.email)
    const cookie = visit.cookie('kept-signup')
    later(services, 'a letter once more', async () => {
      const person = await findPerson(services.state.database, { email: input.email })
      if (!person || person.email_verified) return
      // A browser keeps its right only by having signed up: asking for one more letter must not give it.
      const sent = (await openValues(services, 'verify', person.id)) as LinkValue[]
      const own = cookie === undefined ? undefined : sent.find(({ browser }) => browser === hash(cookie))
      await sendLink(services, person, own ?? { invitation: sent.find(({ invitation }) => invitation)?.invitation })
    })
    return { success: true as const, message: `If ${input.email} waits to be verified, a letter is on its way.` }
  }),
}

async function sendLink(
  services: Services,
  person: { id: string; email: string; full_name: string },
  value: LinkValue,
): Promise<void> {
  const token = await issueToken(services, 'verify', { subject: person.id, lifeMs: linkLifeMs, value })
  const link = `${services.origin()}/auth/verify?token=${encodeURIComponent(token)}`
  await services.mail.send(verifyLetter(person.email, person.full_name, link))
}

async function askPassword(
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
      ? 'Please give the password you chose at sign-up: this is another browser.'
      : 'This is not the password chosen at sign-up. If somebody else signed up with your address, choose a new password instead.',
    { details: { password_required: true } },
  )
}

function hash(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url')
}
