/**
 * Runs work after the response, so its duration does not reveal whether an account exists. Stopping Kept waits for it.
 */
import type { Services } from '../platform/context.ts'

const underWay = new WeakMap<Services, Set<Promise<void>>>()

/** `failureEvent` names the log event of a failure, such as `session.audit_failed`. */
export function runInBackground(
  services: Services,
  failureEvent: `${string}.${string}_failed`,
  work: () => Promise<void>,
): void {
  const all = underWay.get(services) ?? new Set()
  underWay.set(services, all)
  const done = work().catch((error: unknown) =>
    services.log.error({ event: failureEvent, err: error }, 'a background task failed'),
  )
  all.add(done)
  void done.finally(() => all.delete(done))
}

export async function finishBackgroundTasks(services: Services): Promise<void> {
  await Promise.all(underWay.get(services) ?? [])
}
