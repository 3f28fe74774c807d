import { ApiError } from '@kept/client/errors.ts'
import { type ErrorCode, errorCodes, KeptError } from '@kept/domain/errors.ts'

/** What a running Kept says went wrong, as one of our errors; a Kept that does not answer is one sentence too. */
export async function keptAnswers<T>(url: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof KeptError) throw cause
    const { code, message } = cause as { code?: string; message?: string }
    const known = errorCodes.find((word): word is ErrorCode => word === code)
    if (known) throw new KeptError(known, message ?? 'Kept could not answer.', { cause })
    if (cause instanceof TypeError || (cause instanceof ApiError && cause.status === 0)) {
      throw new KeptError('unavailable', `Kept at ${url} does not answer; is it starting or stopping?`, { cause })
    }
    throw cause
  }
}
