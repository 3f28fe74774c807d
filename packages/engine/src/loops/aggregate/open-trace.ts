/** A trace whose spans still arrive, and the place of each span in its lineage. */
import type { Span } from '@kept/domain/span.ts'

/** One span in its lineage. */
export interface Visit {
  span: Span
  /** Of a chain over several traces each visit looks for its parent in its own. */
  trace: OpenTrace
  node: number
  parent: Visit | undefined
  /** Ancestors; -1 while unknown. */
  depth: number
  /** Ancestors that are the same node. */
  repeats: number
  /** The nearest ancestor that is the same node. */
  sameAncestor: Visit | undefined
  calls: Map<number, CallGroup> | undefined
  /** Its calls that succeeded, those of databases left out. */
  succeeded?: number
  /** Some visit of the same node lies below. */
  isContinued: boolean
  /** Below a span whose parent never came. */
  isBroken: boolean
  /** The lineage begins with the answer to a request. */
  isServed: boolean
  /** What the nearest consumer above, or this one, consumes; and which node it is. */
  source: string
  sourceNode: number
}

/** The calls of one visit to one other node, of all targets and of each. */
export interface CallGroup extends Tries {
  targets: Map<string, Tries> | undefined
}

export interface Tries {
  count: number
  /** The last of them succeeded. */
  isDone?: boolean
  /** What the caller had succeeded in at the last of them. */
  succeededAt?: number
  failures: number
  successes: number
  lastStartMs: number
  lastGapMs: number
  lastMinute: number
  isStuck: boolean
  /** The sums that count it as stuck, until it succeeds after all. */
  stuckIn?: { stuck: number } | undefined
}

export interface OpenTrace {
  id: string
  visits: Map<string, Visit>
  newVisits: Visit[]
  /** Clock of the arrivals when it was last touched, and when its oldest fresh span came. */
  touchedMs: number
  newSinceMs: number
  /** Nodes already counted as cyclic in this trace. */
  cyclic: Set<number> | undefined
  /** Its first span was seen, or the first of which something is known. */
  hasEntry: boolean
  seenNodes: Set<number>
}

export function newTrace(id: string): OpenTrace {
  return {
    id,
    visits: new Map(),
    newVisits: [],
    touchedMs: 0,
    newSinceMs: 0,
    cyclic: undefined,
    hasEntry: false,
    seenNodes: new Set(),
  }
}

/** A span whose place is still unknown. */
export function newVisit(span: Span, trace: OpenTrace, node: number): Visit {
  return {
    span,
    trace,
    node,
    parent: undefined,
    depth: -1,
    repeats: 0,
    sameAncestor: undefined,
    calls: undefined,
    isContinued: false,
    isBroken: false,
    isServed: false,
    source: '',
    sourceNode: 0,
  }
}
