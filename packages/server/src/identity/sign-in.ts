/** Sign-in with a password and, where required, a second factor. */
import { KeptError } from '@kept/domain/errors.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import * as z from 'zod'
import { publicRoutes } from '../platform/implement.ts'
import { countOrReport, noteRefusal } from './audit.ts'
import { completeSignIn, enter } from './complete-sign-in.ts'
import { countCode, countLogin, forgetCodes, forgetLogins } from './limits.ts'
import { peekToken, spendToken } from './one-time-link.ts'
import { authProvider } from './provider.ts'
import { runInBackground } from './run-in-background.ts'
import { isRightCode } from './verify-second-factor.ts'

/** What the first factor leaves for the second one (complete-sign-in). */
const firstFactorSchema = z.object({
  way: z.string().default('password'),
  bound: z.boolean().optional(),
  organizationId: z.string().optional(),
  invitation: z.string().optional(),
})

export const login = publicRoutes.auth.login.handler(async ({ context, input }) => {
  const { services, visit } = context
  const { email, password } = input
  await countOrReport(services, visit, { person: { email }, secret: 'password' }, () =>
    countLogin(services, visit, email),
  )
  const provider = await authProvider(services)
  const outcome = await provider.signIn({ email, password })
  if (outcome.outcome === 'refused') {
    runInBackground(services, 'session.audit_failed', () => noteRefusal(services, visit, email))
    throw new KeptError('unauthenticated', 'Wrong email address or password.')
  }
  if (outcome.outcome === 'unverified')
    throw new KeptError('forbidden', 'Verify your email address first. Follow the link in our email.', {
      details: { reason: 'unverified' },
    })
  await forgetLogins(services, visit, email)
  const person = await findPerson(services.state.database, { id: outcome.userId })
  if (!person) throw new Error('the provider signed in a person who is not there')
  return enter(context, { person, method: 'password' })
})

export const secondFactor = publicRoutes.auth.secondFactor.handler(async ({ context, input }) => {
  const { services, visit } = context
  const token = visit.cookie('kept-step')
  const waiting = token && (await peekToken(services, 'step', token))
  if (!token || !waiting) throw new KeptError('unauthenticated', 'This sign-in has expired. Start again.')
  const userId = waiting.subject
  await countOrReport(services, visit, { person: { id: userId }, secret: 'second factor' }, () =>
    countCode(services, userId),
  )
  const person = await findPerson(services.state.database, { id: userId })
  if (!person || !(await isRightCode(services, userId, input.code))) {
    if (person) await noteRefusal(services, visit, person.email, 'second factor')
    throw new KeptError('unauthenticated', 'Wrong code, or it was already used.')
  }
  // Consumed only now, so a mistyped code does not restart the sign-in.
  if (!(await spendToken(services, 'step', token)))
    throw new KeptError('unauthenticated', 'This sign-in was already used. Start again.')
  await forgetCodes(services, userId)
  visit.clearCookie('kept-step')
  const { way: method, ...entering } = firstFactorSchema.parse(waiting.value)
  return completeSignIn(context, { person, method: `${method} and code`, ...entering })
})
