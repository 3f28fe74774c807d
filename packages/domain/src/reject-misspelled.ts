/**
 * Inputs may carry fields of their writer's own. One that is nearly the name of an optional field is refused all the
 * same: "expiry" silently ignored would be an action that never expires.
 */
import type * as z from 'zod'

/** For `superRefine` of a loose object: `optionalNames` are the fields whose absence is not noticed otherwise. */
export function rejectMisspelled(optionalNames: readonly string[]) {
  return (value: Record<string, unknown>, context: z.core.$RefinementCtx): void => {
    for (const key of Object.keys(value)) {
      if (optionalNames.includes(key)) continue
      const meant = optionalNames.find((name) => !(name in value) && isNearly(key, name))
      if (meant) {
        context.addIssue({ code: 'custom', path: [key], message: `is not a known field (did you mean "${meant}"?)` })
      }
    }
  }
}

/** The name that was probably meant: nearly the same letters, or a longer or shorter form of it. */
export function findMeantName(key: string, names: readonly string[]): string | undefined {
  const start = key.toLowerCase()
  return (
    names.find((name) => isNearly(key, name)) ??
    names.find((name) => start.length >= 3 && (name.startsWith(start) || start.startsWith(name)))
  )
}

function isNearly(key: string, name: string): boolean {
  const [a, b] = [key, name].map((text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return a !== undefined && b !== undefined && distance(a, b) <= Math.min(2, Math.floor(b.length / 3))
}

/** Levenshtein's: how many letters must change, come or go. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (character === b[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}
