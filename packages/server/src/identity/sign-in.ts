/** Sign-in with a password, and the second step where there is one. */
import { KeptError } from '@kept/domain/errors.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { routes } from '../platform/implement.ts'
import { noteRefusal } from './audit.ts'
import { confirmedEnter, enter } from './enter.ts'
import { later } from './later.ts'
import { countCode, countLogin, forgetCodes, forgetLogins } from './limits.ts'
import { peekToken, spendToken } from './one-time-link.ts'
import { authProvider } from './provider.ts'
import { isRightCode } from './right-code.ts'

export const login = routes.auth.login.handler(async ({ context, input }) => {
  const { services, visit } = context
  const { email, password } = input
  await countLogin(services, visit, email)
  const provider = await authProvider(services)
  const outcome = await provider.signIn({ email, password })
  if (outcome.outcome === 'refused') {
    later(services, 'the trail of a refused sign-in', () => noteRefusal(services, visit, email))
    throw new KeptError('unauthenticated', 'The e-mail address or the password is not right.')
  }
  if (outcome.outcome === 'unverified')
    throw new KeptError('forbidden', 'Please verify your e-mail address first: follow the link in our letter.', {
      details: { reason: 'unverified' },
    })
  await forgetLogins(services, visit, email)
  const person = await findPerson(services.state.database, { id: outcome.userId })
  if (!person) throw new Error('the provider signed in a person who is not there')
  return enter(context, { person, way: 'password' })
})

export const secondFactor = routes.auth.secondFactor.handler(async ({ context, input }) => {
  const { services, visit } = context
  const token = visit.cookie('kept-step')
  const waiting = token && (await peekToken(services, 'step', token))
  if (!token || !waiting) throw new KeptError('unauthenticated', 'This sign-in took too long; please begin again.')
  const userId = waiting.subject
  await countCode(services, userId)
  const person = await findPerson(services.state.database, { id: userId })
  if (!person || !(await isRightCode(services, userId, input.code))) {
    if (person) await noteRefusal(services, visit, person.email, 'second factor')
    throw new KeptError('unauthenticated', 'This code is not right, or was used before.')
  }
  // Spent only now: a slip of the finger does not send anybody back to the password.
  if (!(await spendToken(services, 'step', token)))
    throw new KeptError('unauthenticated', 'This sign-in was finished already; please begin again.')
  await forgetCodes(services, userId)
  visit.clearCookie('kept-step')
  const { way = 'password', ...entering } = waiting.value as {
    way?: string
    bound?: boolean
    organizationId?: string
    invitation?: string
  }
  return confirmedEnter(context, { person, way: `${way} and code`, ...entering })
})
