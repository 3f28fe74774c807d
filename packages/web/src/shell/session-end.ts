/** What a session that is about to end says, and when it says it aloud. */
import type { SignedIn } from '../session/session.ts'

export const endWords: Record<SignedIn['endsBy'], string> = {
  idle: 'Nobody has worked here for a while. Stay, and everything goes on as it stands.',
  absolute:
    'A session lasts only so long, whatever happens, and this one cannot be made longer. Save what you have, or sign in again afterwards: you come back to this page, with what you had typed.',
  demo: 'The demo lasts thirty minutes and cannot be made longer. Save what you have; you can begin another right away.',
}

/** "1:05" */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Said aloud four times in two minutes, not once a second. */
export function saidAloud(seconds: number): string {
  if (seconds > 60) return 'You will be signed out in two minutes.'
  if (seconds > 30) return 'You will be signed out in one minute.'
  if (seconds > 10) return 'You will be signed out in half a minute.'
  return 'You will be signed out in ten seconds.'
}

export function secondsUntil(end: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(end) - now) / 1000))
}
