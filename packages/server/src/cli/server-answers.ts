import { ApiError } from '@kept/client/errors.ts'
import { type ErrorCode, errorCodes, KeptError } from '@kept/domain/errors.ts'

/** Runs a request to the server and turns its errors into KeptError; unavailable when it does not answer. */
export async function serverAnswers<T>(url: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    if (cause instanceof KeptError) throw cause
    const { code, message } = cause as { code?: string; message?: string }
    const errorCode = errorCodes.find((candidate): candidate is ErrorCode => candidate === code)
    if (errorCode) throw new KeptError(errorCode, message ?? 'Kept could not answer. Check the server log.', { cause })
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
