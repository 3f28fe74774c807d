/**
 * Binds a session to a device: a device cookie and the browser family. A session cookie without the device cookie was
 * stolen. Versions and IP addresses change too often to be used.
 */
import { hash } from 'node:crypto'
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

/** "Firefox on Linux", from the user agent. */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Unknown browser'
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return system ? `${browser} on ${system}` : browser
}

export function fingerprintOf(userAgent: string, device: string): string {
  return hash('sha256', `${deviceOf(userAgent)}|${device}`, 'base64url')
}

/** The fingerprint of the request. Undefined without a device cookie. */
export function presentFingerprint(visit: Visit): string | undefined {
  const device = visit.cookie('kept-device')
  return device && fingerprintOf(visit.userAgent, device)
}

/** Like above, but sets the device cookie when it is missing. */
export function ensureDevice(visit: Visit): { device: string; fingerprint: string } {
  const device = visit.cookie('kept-device') ?? newToken()
  visit.setCookie('kept-device', device, yearSeconds)
  return { device, fingerprint: fingerprintOf(visit.userAgent, device) }
}
