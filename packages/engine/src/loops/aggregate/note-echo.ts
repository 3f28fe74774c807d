/**
 * Keys that go back and forth between two places: a record that is read here, then there, then here again, though each step is
 * a trace of its own. Nothing is joined by time; what is counted is how often one key changed sides.
 */
import type { Span } from '@kept/domain/span.ts'
import { type EchoMinute, entry, type MinuteFacts, minuteLimits } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { RecentKeys } from './recent-keys.ts'

/** More than the steps that services take to resolve each other’s data: fifteen at most. */
const normalHops = 15
/** Keys that are often at both places change sides by chance every other time; what is sent back does nearly always. */
const mostlyReturns = 0.8

interface Passage {
  location: string
  /** The place before this one; a third one begins again. */
  other: string
  times: number
  returns: number
}

export class EchoNotes {
  readonly #passages = new RecentKeys<Passage>(50_000, () => ({ location: '', other: '', times: 0, returns: 0 }))
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  note(span: Span, facts: MinuteFacts): void {
    const { kind, facts: spanFacts, resource } = span
    const { destination, objectKey } = spanFacts
    if (kind !== 'consumer' || destination === undefined || objectKey === undefined) return
    const passage = this.#passages.touch(objectKey).value
    // Several groups may read one place: that is no change of sides.
    if (!isReturn(passage, destination)) return
    const { times, returns, location, other } = passage
    if (returns <= normalHops || returns < times * mostlyReturns) return
    const pair = [location, other].sort().join('\n')
    const echo = entry(
      facts.echoes,
      pair,
      minuteLimits.webhooks,
      (): EchoMinute => ({
        ...{ count: 0, spanCount: 0, failures: 0, durationMs: 0, trace: span.traceId },
        places: new Map(),
        keys: new Set(),
      }),
    )
    if (!echo) return
    const node = this.#nodes.idOf(span)
    echo.places.set(destination, { node, resource, count: (echo.places.get(destination)?.count ?? 0) + 1 })
    if (echo.keys.size < minuteLimits.keysOfOne) echo.keys.add(objectKey)
    echo.count += 1 / span.probability
    echo.spanCount += 1
    echo.durationMs += span.durationMs
    if (span.status === 'error') echo.failures += 1
  }
}

/** Whether the key came from the one other place that it goes to. */
function isReturn(passage: Passage, location: string): boolean {
  passage.times += 1
  if (passage.location === location) return false
  const isOfPair = passage.other === '' || passage.other === location || passage.location === ''
  if (!isOfPair) [passage.times, passage.returns] = [1, 0]
  passage.other = passage.location
  passage.location = location
  if (passage.other !== '' && isOfPair) passage.returns += 1
  return passage.returns > 0
}
