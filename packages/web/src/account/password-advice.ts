/** Advice on a new password, in words. It only advises; what is refused is decided by the server. */
import { passwordLength } from '@kept/contract/inputs/password-length.ts'

interface Advice {
  tone: 'plain' | 'weak' | 'good'
  message: string
}

const shortest = passwordLength.min
const advised = 15

/** `about` is what others know of the person: name and email. */
export function adviseOn(password: string, personalTerms: readonly string[] = []): Advice {
  const length = [...password].length
  if (length === 0) {
    return {
      tone: 'plain',
      message: `At least ${shortest} characters. We recommend ${advised} or more.`,
    }
  }
  if (length < shortest) return { tone: 'weak', message: `${shortest - length} more needed.` }
  const lower = password.toLowerCase()
  const containedTerm = personalTerms
    .flatMap((term) => term.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .find((part) => part.length > 3 && lower.includes(part))
  if (containedTerm) return { tone: 'weak', message: `Avoid "${containedTerm}": others know it about you.` }
  if (new Set(lower).size <= 4) return { tone: 'weak', message: 'Repeated characters are easy to guess.' }
  if (/^(?:\p{L}+\d{1,4}[!.?*]?|\d+)$/u.test(password) && length < advised) {
    return {
      tone: 'weak',
      message: 'A word followed by digits is easy to guess. Use several unrelated words.',
    }
  }
  if (length < advised) return { tone: 'plain', message: `Good. ${advised} or more characters would be stronger.` }
  return { tone: 'good', message: 'Strong password.' }
}

/** What stops a form from being sent at all. */
export function mistakeInPassword(password: string): { password?: string } {
  const length = [...password].length
  if (length === 0) return { password: 'Enter a password.' }
  if (length < shortest) return { password: `Use at least ${shortest} characters. This has ${length}.` }
  return {}
}
