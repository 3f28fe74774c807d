/** Which field an error is about, as far as the server's message says: "The request is not valid: email: ...". */

import { tooManyLogins } from '@kept/client/error-text.ts'
import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { toSentence } from '../form/sentence.ts'

export function explainFor<const Name extends string>(fields: Readonly<Partial<Record<string, Name>>>) {
  return (error: unknown): { field?: Name; sentence: string } => {
    const sentence = sentenceOf(error)
    if (!(error instanceof ApiError)) return { sentence }
    const namedField = textFieldOf(error.details, 'field')
    const match = /^The request is not valid: ([\w.]+): ([^;]+?)\.?$/.exec(sentence)
    const field = fields[namedField ?? match?.[1] ?? '']
    if (!field) return { sentence }
    return { field, sentence: toSentence(match?.[2] ?? sentence) }
  }
}

/** The error message of a failed sign-in; after too many attempts, with the local time of the next one. */
export function describeLoginFailure(error: unknown, locale = 'en-US', timeZone?: string): string {
  if (error instanceof ApiError && error.status === 429) {
    const retryAt = error.resetTime ? new Date(error.resetTime) : undefined
    if (!retryAt || Number.isNaN(retryAt.getTime())) return tooManyLogins()
    return tooManyLogins(retryAt.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit', timeZone }))
  }
  return sentenceOf(error)
}
