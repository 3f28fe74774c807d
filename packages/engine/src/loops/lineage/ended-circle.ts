/** What tells that a circle comes to an end of its own: evidence that its shape alone does not give. */

import type { Feature } from '../evaluation.ts'
import type { View } from '../view.ts'
import { asAlways } from './as-always.ts'
import type { Circle } from './circles.ts'

/** Of calls within calls, the share that came back to one that succeeded. */
const mostReturn = 0.5
/** Four times the chain that AWS stops: no usual process takes as many steps. */
const farTooMany = 64

/** Milliseconds between two steps of what lives for months and does a little now and then. */
const unhurriedMs = 60_000

/** Calls that wait for each other and succeed have ended: only what fails, or is not waited for, can go on for ever. */
export function whyEnded({ returnedShare, branching }: Circle): string | null {
  return returnedShare >= mostReturn && branching <= 1 ? 'its calls return with success, so each chain ends' : null
}

/** Chains of a length that processes have must be new to be a loop, and so must those of any length that do not hurry. */
export function circleAsAlways(circle: Circle, view: View): Feature[] {
  const features = asAlways(
    view,
    circle.nodes.map((node) => `circle ${node}`),
  )
  const isFarTooLong = (circle.maxRepeats + 1) * Math.max(1, circle.services.length) >= farTooMany
  return isFarTooLong && circle.stepMs < unhurriedMs ? [] : features
}
