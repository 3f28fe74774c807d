/** Resolves with the work's result, or rejects with the abort reason after `clean`. */
export async function orAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
  clean: () => Promise<void> = async () => undefined,
): Promise<Result> {
  if (!signal) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => void clean().then(() => aborted.reject(signal.reason))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } catch (error) {
    // Errors caused by the stopped engines are not the reason.
    if (signal.aborted) return await aborted.promise
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
