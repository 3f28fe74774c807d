/** Setup of the first admin through a single-use link in the log. There is no default password. */
import { KeptError } from '@kept/domain/errors.ts'
import { changePerson, ensurePerson, hasOperator } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'
import { publicRoutes } from '../platform/implement.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { countKnock } from './limits.ts'
import { issueToken, openValues, peekToken, spendTokenWith } from './one-time-link.ts'
import { checkPassword } from './password-rules.ts'
import { authProvider } from './provider.ts'
import { welcome } from './welcome.ts'

const subject = 'first-admin'
/** Valid until used. Each start without an admin creates a new link and revokes the previous one. */
const lifeMs = 10 * 365 * 24 * 3_600_000

/** Returns the setup link while there is no operator. Users who sign up first do not remove it. */
export async function setupLink(services: Services): Promise<string | undefined> {
  if (await hasOperator(services.state.database, services.config.adminEmails)) return undefined
  const token = await issueToken(services, 'setup', { subject, lifeMs, replacesExisting: true })
  return `${services.origin()}/auth/setup?token=${encodeURIComponent(token)}`
}

export const setupRoutes = {
  setupState: publicRoutes.auth.setupState.handler(async ({ context }) => ({
    waiting:
      (await openValues(context.services, 'setup', subject)).length > 0 &&
      !(await hasOperator(context.services.state.database, context.services.config.adminEmails)),
  })),

  setup: publicRoutes.auth.setup.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'setup')
    const stale = () => new KeptError('bad_input', 'This link is no longer valid. The server log has the latest one.')
    if (!(await peekToken(services, 'setup', input.token))) throw stale()
    await checkPassword(input.password, input)
    // The link stays valid until the account exists, in case the password provider is down.
    const person = await spendTokenWith(services, 'setup', input.token, () => makeFirstAdmin(services, input))
    if (!person) throw stale()
    return completeSignIn(context, { person, method: 'set up', redirectUrl: '/onboarding' })
  }),
}

interface FirstAdmin {
  email: string
  full_name: string
  password: string
  organization_name: string
}

/** Can be repeated after a partial failure. The address is marked verified last. */
async function makeFirstAdmin(services: Services, { email, full_name, password, organization_name }: FirstAdmin) {
  const { database } = services.state
  const provider = await authProvider(services)
  await provider.signUp({ email, password, full_name })
  const { person } = await ensurePerson(database, { email, full_name, email_verified: false, now: services.now() })
  await provider.setPassword(person, password)
  await provider.confirmAddress(person)
  await welcome(services, { ...person, full_name }, organization_name)
  // Access to the server log proves ownership of the server, so the address needs no verification.
  return changePerson(database, person.id, { full_name, email_verified: true, operator: true }, services.now())
}
