/**
 * An engine that has died is up again in a second or two. New connections wait that long and are not rejected, as long
 * as no work has reached the engine: a refused connection did nothing.
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
