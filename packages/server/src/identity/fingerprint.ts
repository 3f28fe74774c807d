/**
 * Which device a session belongs to: a cookie of its own and the family of the browser. A session cookie that turns up
 * elsewhere without the device's has been carried away. Versions and addresses change by themselves and say nothing.
 */
import { createHash } from 'node:crypto'
import type { Visit } from '../platform/visit.ts'
import { newToken } from './tokens.ts'

const browsers: [RegExp, string][] = [
  [/edg(e|a|ios)?\//i, 'Edge'],
  [/opr\/|opera/i, 'Opera'],
  [/firefox|fxios/i, 'Firefox'],
  [/chrome|chromium|crios/i, 'Chrome'],
  [/safari/i, 'Safari'],
  [/^kept/i, 'Kept'],
]
const systems: [RegExp, string][] = [
  [/android/i, 'Android'],
  [/iphone|ipad|ios/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac os|macintosh/i, 'macOS'],
  [/linux|x11/i, 'Linux'],
]
const yearSeconds = 365 * 24 * 3600

/** "Firefox on Linux", as far as it says. */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Another program'
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return system ? `${browser} on ${system}` : browser
}

export function fingerprintOf(userAgent: string, device: string): string {
  return createHash('sha256')
    .update(`${deviceOf(userAgent)}|${device}`)
    .digest('base64url')
}

/** The fingerprint of who is here now; undefined without the device's cookie, which fits no session. */
export function presentFingerprint(visit: Visit): string | undefined {
  const device = visit.cookie('kept-device')
  return device && fingerprintOf(visit.userAgent, device)
}

/** The same at sign-in, where a device that has no cookie yet is given one. */
export function ensureDevice(visit: Visit): { device: string; fingerprint: string } {
  const device = visit.cookie('kept-device') ?? newToken()
  visit.setCookie('kept-device', device, yearSeconds)
  return { device, fingerprint: fingerprintOf(visit.userAgent, device) }
}
