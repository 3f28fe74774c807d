/**
 * A browser that signed in to an account before has its own count of wrong tries for it: whoever hammers at the account
 * from elsewhere does not keep its owner out. The cookie says so, signed and bound to the device's own cookie.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../platform/context.ts'
import type { Visit } from '../platform/visit.ts'

const mostAccounts = 5
const yearSeconds = 365 * 24 * 3600

export function isKnownDevice(services: Pick<Services, 'secrets'>, visit: Visit, email: string): boolean {
  const device = visit.cookie('kept-device')
  if (!device) return false
  const mark = Buffer.from(markOf(services, email, device))
  return marksIn(visit).some((given) => given.length === mark.length && timingSafeEqual(Buffer.from(given), mark))
}

export function rememberDevice(services: Pick<Services, 'secrets'>, visit: Visit, email: string, device: string): void {
  const mark = markOf(services, email, device)
  const marks = [mark, ...marksIn(visit).filter((other) => other !== mark)].slice(0, mostAccounts)
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
