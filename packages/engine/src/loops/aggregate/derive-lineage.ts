/** The place of a span in its lineage, from that of its parent: how deep it is, and how often its own node is above it. */
import type { Span } from '@kept/domain/span.ts'
import type { Visit } from './open-trace.ts'

/** Ancestors that are looked at and kept. */
const walkCap = 512

/** A link says that spans belong together; only of a message and who reads it that one caused the other. */
export function isCause(linked: Span, span: Span): boolean {
  return span.kind === 'consumer' || linked.kind === 'producer' || span.kind === 'unspecified'
}

/** Functions that a queue, a stream or a timer starts are recorded as servers too: no one waits for their answer. */
const startsItself = /^(datasource|pubsub|timer)$/

export function deriveLineage(visit: Visit): void {
  const { parent, span } = visit
  visit.isBroken = parent ? parent.isBroken : span.parentSpanId !== ''
  visit.isServed = parent ? parent.isServed : span.kind === 'server' && !startsItself.test(span.facts.trigger ?? '')
  const isSource = /^(consumer|server)$/.test(span.kind) && span.facts.destination !== undefined
  visit.source = isSource ? (span.facts.destination ?? '') : (parent?.source ?? '')
  visit.sourceNode = isSource ? visit.node : (parent?.sourceNode ?? 0)
  const carried = visit.span.facts.lineageCount ?? 0
  visit.depth = parent ? parent.depth + 1 : 0
  let ancestor = parent
  for (let steps = 0; ancestor && steps < walkCap; steps += 1) {
    if (ancestor.node === visit.node) {
      visit.sameAncestor = ancestor
      visit.repeats = ancestor.repeats + 1
      break
    }
    ancestor = ancestor.parent
  }
  // A header counts what this machine's telemetry may not have seen.
  visit.repeats = Math.max(visit.repeats, carried)
  visit.depth = Math.max(visit.depth, carried)
  if (visit.depth > 0 && visit.depth % 256 === 0) cutAbove(visit)
}

/** Lets go of what lies far above, so that a chain without end does not hold all of itself in memory. */
function cutAbove(visit: Visit): void {
  let ancestor: Visit | undefined = visit
  for (let steps = 0; ancestor && steps < walkCap; steps += 1) ancestor = ancestor.parent
  if (ancestor) {
    ancestor.parent = undefined
    ancestor.sameAncestor = undefined
  }
}
