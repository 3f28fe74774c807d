/** Rate limits of sign-in. */

import { forgetAttempts } from '@kept/store/people/rate-limit.ts'
import type { Services } from '../platform/context.ts'
import { ipv6Network } from '../platform/network-block.ts'
import { countAgainst, type Limit, limitKey } from '../platform/rate-limit.ts'
import type { Visit } from '../platform/visit.ts'
import { isKnownDevice } from './known-device.ts'

const quarterHour = 900
const tooManyLogins = 'Too many login attempts. Please try again at {time}.'

/**
 * Five failed passwords per account and address. The account as a whole is only slowed (20 a minute over all
 * addresses), so an attacker can't lock the owner out. Known browsers have their own count.
 */
function loginLimits(services: Services, visit: Visit, email: string): Limit[] {
  const sentence = tooManyLogins
  if (isKnownDevice(services, visit, email))
    return [{ key: knownKey(visit, email), max: 5, windowSeconds: quarterHour, sentence }]
  return [
    { key: pairKey(visit, email), max: 5, windowSeconds: quarterHour, sentence },
    { key: `login-address:${blockOf(visit.ip)}`, max: 50, windowSeconds: quarterHour, sentence },
    { key: `login-account:${email}`, max: 20, windowSeconds: 60, sentence },
    { key: 'login-all', max: 600, windowSeconds: 60, sentence },
  ]
}

export function countLogin(services: Services, visit: Visit, email: string): Promise<void> {
  return countAgainst(services, loginLimits(services, visit, email))
}

/** A successful sign-in resets the count. */
export function forgetLogins({ state }: Services, visit: Visit, email: string): Promise<void> {
  return forgetAttempts(state.database, [limitKey(pairKey(visit, email)), limitKey(knownKey(visit, email))])
}

/** Requests that send an email: few per email address, more per IP address. */
export function countMail(
  services: Services,
  visit: Visit,
  purpose: 'sign-up' | 'verify' | 'reset',
  email: string,
): Promise<void> {
  return countAgainst(services, [
    { key: `${purpose}-letter:${email}`, max: 5, windowSeconds: 3600 },
    { key: `${purpose}-address:${blockOf(visit.ip)}`, max: 20, windowSeconds: 3600 },
    { key: `${purpose}-all`, max: 1000, windowSeconds: 3600 },
  ])
}

/** One-time links, challenges and demo sessions, per IP address. */
export function countKnock(services: Services, visit: Visit, purpose: string, limit = 60): Promise<void> {
  return countAgainst(services, [{ key: `${purpose}:${blockOf(visit.ip)}`, max: limit, windowSeconds: quarterHour }])
}

/** Second-factor codes, per user: five tries at one million values. */
export function countCode(services: Services, userId: string): Promise<void> {
  return countAgainst(services, [
    { key: `code:${userId}`, max: 5, windowSeconds: quarterHour, sentence: tooManyLogins },
  ])
}

export function forgetCodes({ state }: Services, userId: string): Promise<void> {
  return forgetAttempts(state.database, [limitKey(`code:${userId}`)])
}

/** Password confirmation within a session. */
export function countPasswordTry(services: Services, userId: string): Promise<void> {
  return countAgainst(services, [
    { key: `again:${userId}`, max: 10, windowSeconds: quarterHour, sentence: tooManyLogins },
  ])
}

/** An IPv6 /64 network counts as one address. */
export function blockOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  return ipv6Network(ip)
}

function pairKey(visit: Visit, email: string): string {
  return `login-pair:${blockOf(visit.ip)}:${email}`
}

function knownKey(visit: Visit, email: string): string {
  return `login-known:${visit.cookie('kept-device')}:${email}`
}
