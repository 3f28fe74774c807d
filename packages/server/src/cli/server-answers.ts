import { ApiError } from '@kept/client/errors.ts'
import { errorCodes, KeptError } from '@kept/domain/errors.ts'
import { isOneOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { codeOf } from '@kept/foundation/thrown.ts'

/** Runs a request to the server and turns its errors into KeptError; unavailable when it does not answer. */
export async function serverAnswers<T>(url: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    if (cause instanceof KeptError) throw cause
    const code = codeOf(cause)
    const message = textFieldOf(cause, 'message') ?? 'Kept could not answer. Check the server log.'
    if (isOneOf(errorCodes, code)) throw new KeptError(code, message, { cause })
    if (cause instanceof TypeError || (cause instanceof ApiError && cause.status === 0)) {
      throw new KeptError(
        'unavailable',
        `Kept at ${url} does not answer. It may be starting or stopping; try again in a moment.`,
        { cause },
      )
    }
    throw cause
  }
}
