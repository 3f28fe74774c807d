/** Advice on a new password, in words. It only advises; what is refused is decided by the server. */
export interface Advice {
  tone: 'plain' | 'weak' | 'good'
  words: string
}

export const shortest = 8
export const advised = 15

/** `about` is what others know of the person: name and e-mail. */
export function adviseOn(password: string, about: readonly string[] = []): Advice {
  const length = [...password].length
  if (length === 0) {
    return {
      tone: 'plain',
      words: `At least ${shortest} characters; ${advised} or more are advised. Any kind will do.`,
    }
  }
  if (length < shortest) return { tone: 'weak', words: `${shortest - length} more to be long enough.` }
  const lower = password.toLowerCase()
  const known = about
    .flatMap((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .find((part) => part.length > 3 && lower.includes(part))
  if (known) return { tone: 'weak', words: `It contains "${known}", which others know of you.` }
  if (new Set(lower).size <= 4) return { tone: 'weak', words: 'A few characters repeated are guessed early.' }
  if (/^(?:\p{L}+\d{1,4}[!.?*]?|\d+)$/u.test(password) && length < advised) {
    return {
      tone: 'weak',
      words: 'A word with digits behind it is guessed early. Several unrelated words hold longer.',
    }
  }
  if (length < advised) return { tone: 'plain', words: `Long enough. ${advised} characters or more would hold longer.` }
  return { tone: 'good', words: 'Long enough to hold.' }
}

/** What stops a form from being sent at all. */
export function mistakeInPassword(password: string): { password?: string } {
  const length = [...password].length
  if (length === 0) return { password: 'Choose a password.' }
  if (length < shortest) return { password: `It has ${length} of at least ${shortest} characters.` }
  return {}
}
