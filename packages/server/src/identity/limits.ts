/** How often the door may be knocked at. */

import { forgetAttempts } from '@kept/store/people/rate-limit.ts'
import type { Services } from '../platform/context.ts'
import { countAgainst, type Limit, limitKey } from '../platform/rate-limit.ts'
import type { Visit } from '../platform/visit.ts'
import { isKnownDevice } from './known-device.ts'

const quarterHour = 900
const tooManyLogins = 'Too many login attempts. Please try again at {time}.'

/**
 * A wrong password is guessed from somewhere, at some account: five tries for the pair. The account as a whole only
 * slows (20 a minute over all addresses), so that nobody can lock its owner out for good; a browser that signed in
 * before counts for itself alone.
 */
function loginLimits(services: Services, visit: Visit, email: string): Limit[] {
  const sentence = tooManyLogins
  if (isKnownDevice(services, visit, email))
    return [{ key: knownKey(visit, email), most: 5, windowSeconds: quarterHour, sentence }]
  return [
    { key: pairKey(visit, email), most: 5, windowSeconds: quarterHour, sentence },
    { key: `login-address:${blockOf(visit.ip)}`, most: 50, windowSeconds: quarterHour, sentence },
    { key: `login-account:${email}`, most: 20, windowSeconds: 60, sentence },
    { key: 'login-all', most: 600, windowSeconds: 60, sentence },
  ]
}

export function countLogin(services: Services, visit: Visit, email: string): Promise<void> {
  return countAgainst(services, loginLimits(services, visit, email))
}

/** Somebody came in rightfully: the next slip of the finger is the first again. */
export function forgetLogins({ state }: Services, visit: Visit, email: string): Promise<void> {
  return forgetAttempts(state.database, [limitKey(pairKey(visit, email)), limitKey(knownKey(visit, email))])
}

/** Anything that sends a letter: few for an address of mail, more for an address of the network. */
export function countLetter(
  services: Services,
  visit: Visit,
  what: 'sign-up' | 'verify' | 'reset',
  email: string,
): Promise<void> {
  return countAgainst(services, [
    { key: `${what}-letter:${email}`, most: 5, windowSeconds: 3600 },
    { key: `${what}-address:${blockOf(visit.ip)}`, most: 20, windowSeconds: 3600 },
    { key: `${what}-all`, most: 1000, windowSeconds: 3600 },
  ])
}

/** One-time links tried, challenges asked for, demo sessions opened: by address. */
export function countKnock(services: Services, visit: Visit, what: string, most = 60): Promise<void> {
  return countAgainst(services, [{ key: `${what}:${blockOf(visit.ip)}`, most, windowSeconds: quarterHour }])
}

/** Codes of a second factor, by person: a code has a million values, and five tries leave them a million. */
export function countCode(services: Services, userId: string): Promise<void> {
  return countAgainst(services, [
    { key: `code:${userId}`, most: 5, windowSeconds: quarterHour, sentence: tooManyLogins },
  ])
}

export function forgetCodes({ state }: Services, userId: string): Promise<void> {
  return forgetAttempts(state.database, [limitKey(`code:${userId}`)])
}

/** The password asked for again inside a session. */
export function countPasswordTry(services: Services, userId: string): Promise<void> {
  return countAgainst(services, [
    { key: `again:${userId}`, most: 10, windowSeconds: quarterHour, sentence: tooManyLogins },
  ])
}

/** A network of version 6 gives everybody 2^64 addresses: they count as one. */
export function blockOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const all = ip.includes('::')
    ? [...groups, ...Array(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest]
    : groups
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

function pairKey(visit: Visit, email: string): string {
  return `login-pair:${blockOf(visit.ip)}:${email}`
}

function knownKey(visit: Visit, email: string): string {
  return `login-known:${visit.cookie('kept-device')}:${email}`
}
