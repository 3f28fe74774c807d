/** Verifies a single-use code of the authenticator app, or a recovery code. */
import { hash, randomBytes } from 'node:crypto'
import { findTwoFactor, spendRecoveryCode, takeStep } from '@kept/store/people/two-factor.ts'
import type { Services } from '../platform/context.ts'
import { fromBase32, stepOfCode } from './totp.ts'

const recoveryCodes = 10

export async function isRightCode(services: Services, userId: string, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return isRightTotp(services, userId, code)
  return spendRecoveryCode(services.state.database, userId, hashRecoveryCode(code), services.now())
}

/** With `confirming`, also activates a new authenticator. An inactive one is not accepted otherwise. */
export async function isRightTotp(
  { state, secrets, now }: Services,
  userId: string,
  code: string,
  { confirming = false } = {},
): Promise<boolean> {
  const twoFactor = await findTwoFactor(state.database, userId)
  if (!twoFactor || (twoFactor.confirmed_at !== null) === confirming) return false
  const secret = fromBase32(secrets.open(totpPlace(userId), twoFactor.secret))
  const timestamp = now()
  const step = stepOfCode(secret, code, timestamp.getTime())
  return step !== undefined && takeStep(state.database, userId, step, confirming ? timestamp : undefined)
}

export function totpPlace(userId: string) {
  return { table: 'two_factor', row: userId, column: 'secret' }
}

/** Ten recovery codes of 80 bits, grouped for typing. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-'))
}

/** 80 random bits need no slow hash. Spaces, hyphens and case are ignored. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''), 'base64url')
}
