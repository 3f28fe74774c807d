/**
 * Work that is done after the answer, because how long it takes would tell what the answer must not: whether there is
 * such an account. It is waited for when Kept stops.
 */
import type { Services } from '../platform/context.ts'

const underWay = new WeakMap<Services, Set<Promise<void>>>()

export function later(services: Services, what: string, work: () => Promise<void>): void {
  const all = underWay.get(services) ?? new Set()
  underWay.set(services, all)
  const done = work().catch((error: unknown) => services.log.error({ err: error }, `${what} failed`))
  all.add(done)
  void done.finally(() => all.delete(done))
}

export async function finishLater(services: Services): Promise<void> {
  await Promise.all(underWay.get(services) ?? [])
}
