import { KeptError } from '@kept/domain/errors.ts'

/** `reason` is added to the address of the sign-in page, which shows the message. */
export function refusal(reason: string, sentence: string): KeptError {
  return new KeptError('forbidden', sentence, { details: { oauth_error: reason } })
}
