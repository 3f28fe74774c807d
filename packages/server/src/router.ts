/** The handlers of all features. One that the contract has and no feature handles is a type error. */
import { features } from './features.ts'
import type { AnyFeature } from './platform/feature.ts'
import { allRoutes } from './platform/implement.ts'

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Two features may share a group: its handlers come together. */
function mergeRoutes<Features extends readonly AnyFeature[]>(all: Features): Intersection<Features[number]['routes']> {
  const merged: Record<string, object> = {}
  for (const feature of all) {
    for (const [group, handlers] of Object.entries(feature.routes)) merged[group] = { ...merged[group], ...handlers }
  }
  // Each feature's groups are in it, as the type says.
  return merged as Intersection<Features[number]['routes']>
}

export const router = allRoutes.router(mergeRoutes(features))
