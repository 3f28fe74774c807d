/**
 * An engine that has died is up again in a second or two. Whoever comes meanwhile waits that long instead of being
 * sent away, as long as nothing of the work has reached the engine: a connection refused did nothing.
 */
const timeoutMs = 5_000
const stepMs = 50

export async function patiently<T>(
  reach: () => Promise<T>,
  isRefusal: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await reach()
    } catch (error) {
      if (!isRefusal(error) || signal?.aborted || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, stepMs))
    }
  }
}
