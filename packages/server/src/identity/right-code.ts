/** A code of the second step: of the authenticator, or a recovery code; each is good once. */
import { createHash, randomBytes } from 'node:crypto'
import { findTwoFactor, spendRecoveryCode, takeStep } from '@kept/store/people/two-factor.ts'
import type { Services } from '../platform/context.ts'
import { fromBase32, stepOfCode } from './totp.ts'

const recoveryCodes = 10

export async function isRightCode(services: Services, userId: string, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return isRightTotp(services, userId, code)
  return spendRecoveryCode(services.state.database, userId, hashRecoveryCode(code), services.now())
}

/** Confirms the authenticator too, when `confirming`; one that is not confirmed lets nobody in. */
export async function isRightTotp(
  { state, secrets, now }: Services,
  userId: string,
  code: string,
  { confirming = false } = {},
): Promise<boolean> {
  const found = await findTwoFactor(state.database, userId)
  if (!found || (found.confirmed_at !== null) === confirming) return false
  const secret = fromBase32(secrets.open(totpPlace(userId), found.secret))
  const at = now()
  const step = stepOfCode(secret, code, at.getTime())
  return step !== undefined && takeStep(state.database, userId, step, confirming ? at : undefined)
}

export function totpPlace(userId: string) {
  return { table: 'two_factor', row: userId, column: 'secret' }
}

/** Ten codes of 80 bits, in groups that can be typed. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-'))
}

/** 80 random bits need no slow hash; spaces, hyphens and case are forgiven. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))
    .digest('base64url')
}
