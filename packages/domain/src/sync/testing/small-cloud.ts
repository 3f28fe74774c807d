/** For tests: a cloud of our own that answers requests as documented, in place of a network. */
import type { InventoryItem } from '../../resource.ts'
import type { LiveDeps } from '../live-fetch.ts'
import type { DiscoveredUnit, LiveCloud, MetricTarget } from '../port.ts'

export interface SmallRequest {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
}

export interface SmallAnswer {
  status?: number
  headers?: Record<string, string>
  /** Text and bytes are sent as they are. */
  body: unknown
}

export type AnswerTo = (request: SmallRequest) => SmallAnswer

/** What a connector needs, with `answerTo` in place of the network. Nothing waits for a limit. */
export function depsOf(answerTo: AnswerTo, nowMs = 1795342800000): LiveDeps {
  return {
    pace: async () => undefined,
    nowMs: () => nowMs,
    async fetch(url, { method, headers, body }) {
      const answer = answerTo({ method, url: new URL(url), headers, body: textOf(body) })
      return {
        status: answer.status ?? 200,
        headers: Object.entries(answer.headers ?? {}),
        bytes: async () => bytesOf(answer),
      }
    },
  }
}

function textOf(body: unknown): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '')
}

export function bytesOf({ body }: SmallAnswer): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A resource whose metrics are read, of which the inventory says nothing but what a test names. */
export function targetOf(resourceId: string, type: string, more: Partial<MetricTarget> = {}): MetricTarget {
  return { resourceId, type, name: '', size: '', createdMs: undefined, attributes: {}, ...more }
}

/** All pages of a unit. */
export async function readAllItems(cloud: LiveCloud, unit: DiscoveredUnit, nowMs: number): Promise<InventoryItem[]> {
  const items: InventoryItem[] = []
  let cursor: string | null = null
  do {
    const page = await cloud.readPage(unit, { cursor, targets: [], nowMs })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return items
}
