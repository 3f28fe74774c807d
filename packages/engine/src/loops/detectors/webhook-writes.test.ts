/** A receiver that is told of its own writes: the same few things, several times as often as usual. */
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const scorer = resourceOf('scorer')

interface Deliveries {
  /** Things that are written. */
  things?: number
  method?: string
  /** Deliveries a minute before the last ten minutes. */
  baseline?: number
}

/** Three hundred deliveries a minute for ten minutes, each with a write. */
function play({ things = 20, method = 'PATCH', baseline = 10 }: Deliveries = {}) {
  const detector = new LoopDetector()
  let delivery = 0
  const notify = (atMs: number, thing: number) => {
    const [traceId, startMs] = [`t${delivery}`, viewMinute * 60_000 + atMs]
    delivery += 1
    const base = { traceId, resource: scorer, startMs }
    detector.span(spanOf({ ...base, spanId: 'run', name: 'POST /hooks/contacts', kind: 'server', durationMs: 90 }))
    detector.span(
      spanOf({
        ...{ ...base, spanId: 'write', parentSpanId: 'run', name: method, kind: 'client', durationMs: 40 },
        facts: { method, endpoint: 'crm/contacts/{id}', target: `https://crm/contacts/${thing}` },
      }),
    )
  }
  for (let n = 0; n < 10 * baseline; n += 1) notify((n * 60_000) / baseline, 1_000_000 + n)
  for (let n = 0; n < 3000; n += 1) notify(600_000 + n * 200, n % things)
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it('is found by what it writes, where deliveries name no object', () => {
  expect(play()).toEqual(['webhook_loop'])
})

it.each<[string, Deliveries]>([
  ['many things that are written once or twice', { things: 2000 }],
  ['one place that everything is sent to', { things: 1 }],
  ['reads', { method: 'GET' }],
  ['as many deliveries as always', { baseline: 300 }],
])('leaves %s', (_, deliveries) => {
  expect(play(deliveries)).toEqual([])
})

/** Two hundred times a minute a ticket is delivered and posted to its channel, and the message written into the ticket. */
function bridge({ tickets = 3, chatHost = 'slack.com' }: { tickets?: number; chatHost?: string } = {}) {
  const detector = new LoopDetector()
  let delivery = 0
  const notify = (atMs: number, deliverer: string, method: string, target: string) => {
    const [traceId, startMs] = [`t${delivery}`, viewMinute * 60_000 + atMs]
    delivery += 1
    const base = { traceId, resource: scorer, startMs }
    const name = `POST ${deliverer}`
    detector.span(spanOf({ ...base, spanId: 'run', name, kind: 'server', durationMs: 90, facts: { deliverer } }))
    const endpoint = target.replace(/\d+$/, '{id}')
    const call = { ...base, spanId: 'call', parentSpanId: 'run', name: method, kind: 'client' as const, durationMs: 40 }
    detector.span(spanOf({ ...call, facts: { method, endpoint, target } }))
  }
  const around = (atMs: number, ticket: number) => {
    notify(atMs, 'Zendesk Webhook', 'POST', `${chatHost}/api/chat.postMessage`)
    notify(atMs + 100, 'Slackbot 1.0', 'PUT', `acme.zendesk.com/tickets/${ticket}`)
  }
  for (let n = 0; n < 100; n += 1) around(n * 6000, 1_000_000 + n)
  for (let n = 0; n < 2000; n += 1) around(600_000 + n * 300, n % tickets)
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it('is found between two systems, however few things it is about', () => {
  expect(bridge()).toEqual(['webhook_loop'])
  expect(bridge({ tickets: 1 })).toEqual(['webhook_loop'])
})

it.each([
  ['many things that are each written once', { tickets: 2000 }],
  ['a third system that is posted to', { chatHost: 'ledger.example' }],
])('leaves %s', (_, more) => {
  expect(bridge(more)).toEqual([])
})
