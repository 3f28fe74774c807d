/** A receiver that answers where its deliveries come from: people, or itself. */
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const bot = resourceOf('bot')
const calm = 12

interface Played {
  host?: string
  deliverer?: string | undefined
  /** Share of deliveries that are answered. */
  answered?: number
  /** Seconds to the next delivery, of one of two channels. */
  pause?: () => number
  baseline?: number
}

/** As few as ever, then two channels for a quarter of an hour. */
function play({ host = 'slack.com', answered = 1, pause = () => 1.2, baseline = 6, ...played }: Played = {}) {
  const detector = new LoopDetector()
  const deliverer = 'deliverer' in played ? played.deliverer : 'Slackbot 1.0 (+https://api.slack.com/robots)'
  let count = 0
  const deliver = (atMs: number, isAnswered: boolean) => {
    count += 1
    const base = { traceId: `t${count}`, resource: bot, startMs: viewMinute * 60_000 + atMs }
    const facts = deliverer === undefined ? {} : { deliverer }
    detector.span(spanOf({ ...base, spanId: 'run', name: 'POST /hooks/events', kind: 'server', durationMs: 90, facts }))
    const call = { ...base, spanId: 'post', parentSpanId: 'run', name: 'POST', kind: 'client' as const, durationMs: 40 }
    const target = `https://${host}/api/chat.postMessage`
    if (isAnswered)
      detector.span(spanOf({ ...call, facts: { method: 'POST', endpoint: `${host}/api/chat.postMessage`, target } }))
  }
  for (let n = 0; n < calm * baseline; n += 1) deliver((n * 60_000) / baseline, n % 3 === 0)
  for (const channel of [0, 1]) {
    let [at, n] = [calm * 60_000 + channel * 500, 0]
    for (; at < (calm + 15) * 60_000; at += pause() * 1000, n += 1) deliver(at, (n % 10) / 10 < answered)
  }
  detector.finish()
  return detector.incidents.all
    .filter(({ latest }) => latest.type === 'webhook_loop')
    .map(({ confirmedMinute }) => (confirmedMinute === undefined ? 'suspected' : 'confirmed'))
}

/** As far apart as chance makes it, the same each time. */
function byChance(): () => number {
  let state = 20_260
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return -1.2 * Math.log(state / 2_147_483_647)
  }
}

it('is a loop where each answer is delivered to it', () => {
  expect(play()).toEqual(['confirmed'])
  expect(play({ host: 'acme.myshopify.com', deliverer: 'Shopify-Captain-Hook' })).toEqual(['confirmed'])
})

it.each<[string, Played]>([
  ['people write at any time', { pause: byChance() }],
  ['a third of what comes is answered', { answered: 0.3 }],
  ['it always had as many', { baseline: 100 }],
  ['it posts elsewhere', { host: 'ledger.example' }],
])('is none where %s', (_, played) => {
  expect(play(played)).not.toContain('confirmed')
})

it('is suspected where no one says who delivers', () => {
  expect(play({ deliverer: undefined })).toEqual(['suspected'])
})
