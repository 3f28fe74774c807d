/** Names and titles people type: they appear in lists, emails, files and logs, so each is one line of visible text. */
import * as z from 'zod'

const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u

/** Trimmed text without line breaks, control characters and marks that turn the direction of what follows. */
export function lineSchema(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => ONE_LINE.test(text), {
      error: 'must be one line without control characters',
    })
}

/** The same, and not empty. */
export function nameSchema(maxLength: number, emptyMessage?: string) {
  return lineSchema(maxLength).min(1, emptyMessage)
}

/** A name from another system, with its line breaks removed. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
