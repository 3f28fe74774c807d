/**
 * Browsers that signed in to an account before have their own limit, so an attacker elsewhere can't lock the owner out.
 * A signed cookie, bound to the device cookie, proves it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../platform/context.ts'
import type { Visit } from '../platform/visit.ts'

const maxAccounts = 5
const yearSeconds = 365 * 24 * 3600

export function isKnownDevice(services: Pick<Services, 'secrets'>, visit: Visit, email: string): boolean {
  const device = visit.cookie('kept-device')
  if (!device) return false
  const deviceMark = Buffer.from(markOf(services, email, device))
  return marksIn(visit).some(
    (givenMark) => givenMark.length === deviceMark.length && timingSafeEqual(Buffer.from(givenMark), deviceMark),
  )
}

export function rememberDevice(services: Pick<Services, 'secrets'>, visit: Visit, email: string, device: string): void {
  const deviceMark = markOf(services, email, device)
  const marks = [deviceMark, ...marksIn(visit).filter((other) => other !== deviceMark)].slice(0, maxAccounts)
  visit.setCookie('kept-known', marks.join('.'), yearSeconds)
}

function marksIn(visit: Visit): string[] {
  return (visit.cookie('kept-known') ?? '').split('.').filter(Boolean)
}

function markOf({ secrets }: Pick<Services, 'secrets'>, email: string, device: string): string {
  return createHmac('sha256', secrets.keyFor('known device'))
    .update(`${email.toLowerCase()}!${device}`)
    .digest('base64url')
}
