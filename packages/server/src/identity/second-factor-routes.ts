/** Manages the authenticator app and recovery codes. */
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
import { personRoutes } from '../platform/implement.ts'
import { noteFactor } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { countCode, forgetCodes } from './limits.ts'
import { passkeyAnswer } from './passkey-answer.ts'
import { authProvider } from './provider.ts'
import { removeFactor } from './remove-factor.ts'
import { confirmed, requireOwnAccount } from './require-own-account.ts'
import { toBase32, totpUri } from './totp.ts'
import { hashRecoveryCode, isRightTotp, newRecoveryCodes, totpPlace } from './verify-second-factor.ts'

export const secondFactorRoutes = {
  factors: personRoutes.auth.factors.handler(async ({ context }) => {
    const { user_id } = context.session
    const { database } = context.services.state
    const onlyOrganizationId = onlyOrganizationOf(context)
    // A session of an organization's provider must not see the user's other sign-in methods.
    if (onlyOrganizationId !== undefined)
      return { ...noFactors, accounts: await listAccountsAt(context, user_id, onlyOrganizationId) }
    const accounts = await listAccounts(database, user_id)
    return {
      password: await (await authProvider(context.services)).hasPassword(user_id),
      totp: (await findTwoFactor(database, user_id))?.confirmed_at != null,
      recovery_codes_left: await countRecoveryCodes(database, user_id),
      passkeys: (await listPasskeys(database, user_id)).map(passkeyAnswer),
      accounts: accounts
        .filter(({ provider_id }) => provider_id !== 'credential')
        .map(({ provider_id, created_at }) => ({ provider: provider_id, linked_at: created_at.toISOString() })),
    }
  }),

  enrollTotp: personRoutes.auth.enrollTotp.handler(async ({ context, input }) => {
    const { user } = await confirmed(context, input.password)
    const { services } = context
    const secret = toBase32(randomBytes(20))
    const sealed = services.secrets.seal(totpPlace(user.id), secret)
    if (!(await proposeTwoFactor(services.state.database, user.id, sealed, services.now())))
      throw new KeptError('conflict', 'You already use an authenticator app. Turn it off to set up another.')
    return { secret, uri: totpUri(secret, user.email) }
  }),

  confirmTotp: personRoutes.auth.confirmTotp.handler(async ({ context, input }) => {
    const session = requireOwnAccount(context)
    const { services, visit } = context
    await countCode(services, session.user_id)
    if (!(await isRightTotp(services, session.user_id, input.code, { confirming: true })))
      throw new KeptError('bad_input', 'Wrong code. Check the clock on your device.', {
        details: { field: 'code' },
      })
    await forgetCodes(services, session.user_id)
    await rotateSession({ services, visit, session })
    await noteFactor(context, session.user, 'factor.added', 'turned on an authenticator app')
    return { recovery_codes: await renewCodes(services, session.user_id) }
  }),

  disableTotp: personRoutes.auth.disableTotp.handler(async ({ context, input }) => {
    const session = await confirmed(context, input.password)
    const { database } = context.services.state
    const { user_id } = session
    await removeFactor(database, user_id, {
      remaining: async (factors) => ({ totp: false, passkeys: await countPasskeys(factors, user_id) }),
      remove: (factors) => removeTwoFactor(factors, user_id),
    })
    await rotateSession({ ...context, session })
    await noteFactor(context, session.user, 'factor.removed', 'turned off the authenticator app')
    return { success: true as const, message: 'Authenticator app turned off.' }
  }),

  renewRecoveryCodes: personRoutes.auth.renewRecoveryCodes.handler(async ({ context, input }) => {
    const session = await confirmed(context, input.password)
    const twoFactor = await findTwoFactor(context.services.state.database, session.user_id)
    if (!twoFactor?.confirmed_at)
      throw new KeptError('conflict', 'Set up an authenticator app before you create recovery codes.')
    await noteFactor(context, session.user, 'factor.renewed', 'created new recovery codes')
    return { recovery_codes: await renewCodes(context.services, session.user_id) }
  }),
}

const noFactors = { password: false, totp: false, recovery_codes_left: 0, passkeys: [] }

/** The user's accounts at one organization's identity providers. */
async function listAccountsAt({ services }: RequestContext, userId: string, organizationId: string | null) {
  if (organizationId === null) return []
  const { database } = services.state
  const providers = await database.scoped({ organizationId }, listIdentityProviders)
  const ids = new Set(providers.flatMap(({ id }) => [`oidc:${id}`, `saml:${id}`]))
  return (await listAccounts(database, userId))
    .filter(({ provider_id }) => ids.has(provider_id))
    .map(({ provider_id, created_at }) => ({ provider: provider_id, linked_at: created_at.toISOString() }))
}

async function renewCodes({ state }: Services, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(state.database, userId, codes.map(hashRecoveryCode))
  return codes
}
