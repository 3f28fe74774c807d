/** What a session that is about to end says, and when it says it aloud. */
import type { SignedIn } from '../session/session.ts'

export const endMessages: Record<SignedIn['endsBy'], string> = {
  idle: "You've been inactive for a while. Stay signed in to keep working.",
  absolute:
    'Your session has reached its maximum length and cannot be extended. Save your work. When you sign in again, you return to this page and your unsaved changes.',
  demo: 'Demo sessions last 30 minutes and cannot be extended. You can start a new one right away.',
}

/** "1:05" */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Said aloud four times in two minutes, not once a second. */
export function announceTime(seconds: number): string {
  if (seconds > 60) return 'You will be signed out in two minutes.'
  if (seconds > 30) return 'You will be signed out in one minute.'
  if (seconds > 10) return 'You will be signed out in 30 seconds.'
  return 'You will be signed out in 10 seconds.'
}

export function secondsUntil(end: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(end) - now) / 1000))
}
