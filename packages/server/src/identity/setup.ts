/** The first admin: by a link of the log, good once; there is no default password. */
import { KeptError } from '@kept/domain/errors.ts'
import { changePerson, ensurePerson, hasOperator } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { confirmedEnter } from './enter.ts'
import { countKnock } from './limits.ts'
import { issueToken, openValues, peekToken, spendTokenWith } from './one-time-link.ts'
import { checkPassword } from './password-rules.ts'
import { authProvider } from './provider.ts'
import { welcome } from './welcome.ts'

const subject = 'first-admin'
/** Valid until used; a start without an admin makes another, and the former one ends. */
const lifeMs = 10 * 365 * 24 * 3_600_000

/** The link for the log, while nobody runs this installation: people who sign up first do not take it away. */
export async function setupLink(services: Services): Promise<string | undefined> {
  if (await hasOperator(services.state.database, services.config.adminEmails)) return undefined
  const token = await issueToken(services, 'setup', { subject, lifeMs, alone: true })
  return `${services.origin()}/auth/setup?token=${encodeURIComponent(token)}`
}

export const setupRoutes = {
  setupState: routes.auth.setupState.handler(async ({ context }) => ({
    waiting:
      (await openValues(context.services, 'setup', subject)).length > 0 &&
      !(await hasOperator(context.services.state.database, context.services.config.adminEmails)),
  })),

  setup: routes.auth.setup.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'setup')
    const stale = () =>
      new KeptError('bad_input', 'This link is not good any more; the log of the server has the newest one.')
    if (!(await peekToken(services, 'setup', input.token))) throw stale()
    checkPassword(input.password, input)
    // The link is worth something until the account stands: a provider of passwords that is away must not use it up.
    const person = await spendTokenWith(services, 'setup', input.token, () => makeFirstAdmin(services, input))
    if (!person) throw stale()
    return confirmedEnter(context, { person, way: 'set up', redirectUrl: '/onboarding' })
  }),
}

interface FirstAdmin {
  email: string
  full_name: string
  password: string
  organization_name: string
}

/** May be done again after it failed half-way; the address counts as verified last, and from then on the account stands. */
async function makeFirstAdmin(services: Services, { email, full_name, password, organization_name }: FirstAdmin) {
  const { database } = services.state
  const provider = await authProvider(services)
  await provider.signUp({ email, password, full_name })
  const { person } = await ensurePerson(database, { email, full_name, email_verified: false, now: services.now() })
  await provider.setPassword(person, password)
  await provider.confirmAddress(person)
  await welcome(services, { ...person, full_name }, organization_name)
  // Whoever reads the server's log owns the server: an address they give is theirs.
  return changePerson(database, person.id, { full_name, email_verified: true, operator: true }, services.now())
}
