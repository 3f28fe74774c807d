/**
 * Chains over messages of which every run fails: what a run that failed sends is itself again, for another attempt. That is
 * no recursion, which goes on because its runs succeed.
 */
import type { View } from '../view.ts'
import type { Circle } from './circles.ts'
import type { QueueCircle } from './queue-circles.ts'

const nearlyAll = 0.9

export function isAttempts({ isMessaging, services, failing }: Circle): boolean {
  return isMessaging && services.length < 2 && failing >= nearlyAll
}

/** The same where nothing links one attempt to the next. */
export function areAttempts({ nodes, resources }: QueueCircle, view: View, minutes: number): boolean {
  const sums = view.nodeSums(minutes)
  const runs = nodes.flatMap((node) => sums.get(node) ?? [])
  const total = runs.reduce((all, { visits }) => all + visits, 0)
  const failures = runs.reduce((all, sum) => all + sum.failures, 0)
  return resources.length === 1 && total > 0 && failures >= total * nearlyAll
}
