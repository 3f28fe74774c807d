/** The authenticator and its recovery codes, as their owner manages them. */
import { randomBytes } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { listIdentityProviders } from '@kept/store/people/identity-providers.ts'
import { countPasskeys, listPasskeys } from '@kept/store/people/passkeys.ts'
import {
  countRecoveryCodes,
  findTwoFactor,
  proposeTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
} from '@kept/store/people/two-factor.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { onlyOrganizationOf } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { noteFactor } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { refuseLastFactor } from './factors.ts'
import { countCode, forgetCodes } from './limits.ts'
import { confirmed, ownSession, refuseBorrowed } from './own.ts'
import { passkeyAnswer } from './passkey-answer.ts'
import { authProvider } from './provider.ts'
import { hashRecoveryCode, isRightTotp, newRecoveryCodes, totpPlace } from './right-code.ts'
import { toBase32, totpUri } from './totp.ts'

export const secondFactorRoutes = {
  factors: routes.auth.factors.handler(async ({ context }) => {
    const { user_id } = ownSession(context)
    const { database } = context.services.state
    const only = onlyOrganizationOf(context)
    // What the person signs in with elsewhere is no business of the organization that vouches for this session.
    if (only !== undefined) return { ...noFactors, accounts: await listAccountsAt(context, user_id, only) }
    const accounts = await listAccounts(database, user_id)
    return {
      password: await (await authProvider(context.services)).hasPassword(user_id),
      totp: (await findTwoFactor(database, user_id))?.confirmed_at != null,
      recovery_codes_left: await countRecoveryCodes(database, user_id),
      passkeys: (await listPasskeys(database, user_id)).map(passkeyAnswer),
      accounts: accounts
        .filter(({ provider_id }) => provider_id !== 'credential')
        .map(({ provider_id, created_at }) => ({ provider: provider_id, since: created_at.toISOString() })),
    }
  }),

  enrolTotp: routes.auth.enrolTotp.handler(async ({ context, input }) => {
    const { user } = await confirmed(context, input.password)
    const { services } = context
    const secret = toBase32(randomBytes(20))
    const sealed = services.secrets.seal(totpPlace(user.id), secret)
    if (!(await proposeTwoFactor(services.state.database, user.id, sealed, services.now())))
      throw new KeptError('conflict', 'An authenticator is in use already; turn it off first to use another.')
    return { secret, uri: totpUri(secret, user.email) }
  }),

  confirmTotp: routes.auth.confirmTotp.handler(async ({ context, input }) => {
    const session = refuseBorrowed(context)
    const { services, visit } = context
    await countCode(services, session.user_id)
    if (!(await isRightTotp(services, session.user_id, input.code, { confirming: true })))
      throw new KeptError('bad_input', 'This code is not right; look whether the clock of your device is.', {
        details: { field: 'code' },
      })
    await forgetCodes(services, session.user_id)
    await rotateSession({ services, visit, session })
    await noteFactor(context, session.user, 'factor.added', 'uses an authenticator now')
    return { recovery_codes: await renewCodes(services, session.user_id) }
  }),

  disableTotp: routes.auth.disableTotp.handler(async ({ context, input }) => {
    const session = await confirmed(context, input.password)
    const { database } = context.services.state
    await refuseLastFactor(database, session.user_id, {
      totp: false,
      passkeys: await countPasskeys(database, session.user_id),
    })
    await removeTwoFactor(database, session.user_id)
    await rotateSession({ ...context, session })
    await noteFactor(context, session.user, 'factor.removed', 'uses no authenticator any more')
    return { success: true as const, message: 'The authenticator is turned off.' }
  }),

  renewRecoveryCodes: routes.auth.renewRecoveryCodes.handler(async ({ context, input }) => {
    const session = await confirmed(context, input.password)
    const found = await findTwoFactor(context.services.state.database, session.user_id)
    if (!found?.confirmed_at)
      throw new KeptError('conflict', 'Recovery codes come with an authenticator; set one up first.')
    await noteFactor(context, session.user, 'factor.renewed', 'has new recovery codes')
    return { recovery_codes: await renewCodes(context.services, session.user_id) }
  }),
}

const noFactors = { password: false, totp: false, recovery_codes_left: 0, passkeys: [] }

/** The person's accounts at the identity providers of one organization. */
async function listAccountsAt({ services }: RequestContext, userId: string, organizationId: string | null) {
  if (organizationId === null) return []
  const { database } = services.state
  const providers = await database.scoped({ organizationId }, listIdentityProviders)
  const ids = new Set(providers.map(({ id }) => `oidc:${id}`))
  return (await listAccounts(database, userId))
    .filter(({ provider_id }) => ids.has(provider_id))
    .map(({ provider_id, created_at }) => ({ provider: provider_id, since: created_at.toISOString() }))
}

async function renewCodes({ state }: Services, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(state.database, userId, codes.map(hashRecoveryCode))
  return codes
}
