/**
 * How long a session lives. Two ends: the idle one, which moves with activity, and the absolute one, which is
 * set when the session begins and never moves. Times are milliseconds since 1970, given by the caller.
 */

/** A session or token this close to its end counts as expiring: time to ask for a fresh one. */
export const expiringWithinMs = 300_000
export const demoLifeMs = 1_800_000

export type SessionKind = 'ordinary' | 'demo'

interface SessionLife {
  kind: SessionKind
  expiresAt: number
  absoluteExpiresAt: number
}

export interface LifePolicy {
  idleMs: number
  absoluteMs: number
}

/** A session that begins now. A demo session has one end only. */
export function beginLife(kind: SessionKind, now: number, { idleMs, absoluteMs }: LifePolicy): SessionLife {
  if (kind === 'demo') return { kind, expiresAt: now + demoLifeMs, absoluteExpiresAt: now + demoLifeMs }
  const absoluteExpiresAt = now + absoluteMs
  return { kind, expiresAt: Math.min(now + idleMs, absoluteExpiresAt), absoluteExpiresAt }
}

/** Extends the idle end for activity now; never backwards, never past the absolute end. */
export function extendLife(session: SessionLife, now: number, { idleMs }: LifePolicy): SessionLife {
  if (session.kind === 'demo' || !isAlive(session, now)) return session
  return { ...session, expiresAt: Math.min(Math.max(session.expiresAt, now + idleMs), session.absoluteExpiresAt) }
}

export function isAlive({ expiresAt, absoluteExpiresAt }: SessionLife, now: number): boolean {
  return now < Math.min(expiresAt, absoluteExpiresAt)
}

/** True from five minutes before the end on, and after it. */
export function isExpiring(expiresAt: number, now: number): boolean {
  return expiresAt - now <= expiringWithinMs
}
