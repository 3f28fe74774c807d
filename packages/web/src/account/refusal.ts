/** Which field a refusal is about, as far as the server's sentence says: "The request is not valid: email: ...". */

import { tooManyLogins } from '@kept/client/error-text.ts'
import { ApiError, sentenceOf } from '@kept/client/errors.ts'

export function explainFor<Name extends string>(fields: Readonly<Partial<Record<string, Name>>>) {
  return (error: unknown): { field?: Name; sentence: string } => {
    const sentence = sentenceOf(error)
    if (!(error instanceof ApiError)) return { sentence }
    const named = (error.details as { field?: unknown } | undefined)?.field
    const said = /^The request is not valid: ([\w.]+): ([^;]+?)\.?$/.exec(sentence)
    const field = fields[typeof named === 'string' ? named : (said?.[1] ?? '')]
    if (!field) return { sentence }
    const words = said?.[2] ?? sentence
    return { field, sentence: `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}` }
  }
}

/** The sign-in's own words for too many tries: the time of the next one on the person's own clock. */
export function sayLoginFailure(error: unknown, locale = 'en-US', timeZone?: string): string {
  if (error instanceof ApiError && error.status === 429) {
    const at = error.resetTime ? new Date(error.resetTime) : undefined
    if (!at || Number.isNaN(at.getTime())) return tooManyLogins()
    return tooManyLogins(at.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit', timeZone }))
  }
  return sentenceOf(error)
}
