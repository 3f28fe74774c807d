/** The authenticator and its recovery codes, as their owner manages them. */
import { randomBytes } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { countPasskeys, listPasskeys } from '@kept/store/people/passkeys.ts'
import {
  countRecoveryCodes,
  findTwoFactor,
  proposeTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
} from '@kept/store/people/two-factor.ts'
import type { Services } from '../platform/context.ts'
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

async function renewCodes({ state }: Services, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(state.database, userId, codes.map(hashRecoveryCode))
  return codes
}
