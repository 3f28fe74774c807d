/**
 * The sessions of the visitors, in a file that the journeys of one worker share: a session of the demo ends after half an hour, and
 * the journeys of a slow machine take longer. An old one is replaced.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { keysOf } from '@kept/foundation/keys.ts'
import type { Browser, Cookie } from 'playwright-core'
import { demoRoles, type Sessions, signInToDemo, type Visitor } from './visitors.ts'

interface Kept {
  begunAt: number
  sessions: Sessions
}

/** Well before its half hour is over, so that no journey sees the warning of its end. */
const recentMs = 12 * 60_000

export function saveSessions(file: string, sessions: Sessions): void {
  writeFileSync(file, JSON.stringify({ begunAt: Date.now(), sessions } satisfies Kept))
}

/** The journeys of a worker run one after the other, so nothing else writes the file at the same time. */
export async function sessionOf(visitor: Visitor, file: string, browser: Browser, url: string): Promise<Cookie[]> {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Kept
  if (!(visitor in demoRoles) || Date.now() - stored.begunAt < recentMs) return stored.sessions[visitor]
  const sessions = { ...stored.sessions }
  for (const role of keysOf(demoRoles)) sessions[role] = await signInToDemo(browser, url, role)
  saveSessions(file, sessions)
  return sessions[visitor]
}
