/** Building blocks of look-alike traffic: calls under one parent, chains, polling, deliveries, records. */
import type { Stage } from './stage.ts'

/** Calls by one parent to one target, `perMinute` parents a minute. */
export function fanOut(
  stage: Stage,
  options: {
    service: string
    parent: string
    name: string
    perMinute: number
    count: () => number
    gap: number
    database?: boolean
    failed?: (index: number, count: number) => boolean
    from?: number
    to?: number
    bulk?: boolean
    growth?: number
  },
) {
  const service = stage.service(options.service, { bulk: options.bulk ?? false })
  for (const arrivalMs of stage.arrivals(options.perMinute, options.from ?? 0, options.to ?? stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    const count = options.count()
    const root = stage.span({ trace, service, name: options.parent, kind: 'server', atMs: arrivalMs, ms: 20 })
    for (let index = 0, atMs = arrivalMs, gap = options.gap; index < count; index += 1) {
      const failed = options.failed?.(index, count) ?? false
      stage.span({
        trace,
        parent: root,
        service,
        name: options.name,
        kind: 'client',
        atMs,
        ms: 2,
        failed,
        facts: options.database
          ? { database: 'postgresql', statement: `${options.name} WHERE id = ?` }
          : { method: 'POST', statusCode: failed ? 503 : 200, bodySize: stage.rng.integer(100, 9000) },
      })
      atMs += gap
      gap *= options.growth ?? 1
    }
  }
}

/** One operation that calls itself `depth` deep. */
export function nested(stage: Stage, services: string[], perMinute: number, depth: () => number) {
  for (const arrivalMs of stage.arrivals(perMinute, 0, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    let parent = ''
    const count = depth()
    for (let level = 0; level < count; level += 1) {
      const name = services[level % services.length] as string
      parent = stage.span({
        trace,
        parent,
        service: stage.service(name),
        name: `${name}/visit`,
        kind: 'internal',
        atMs: arrivalMs + level * 2,
        ms: 2,
      })
    }
  }
}

/** Each step of many services goes through a central one: a gateway, an orchestrator. Only it is called repeatedly. */
export function throughHub(stage: Stage, hub: string, perMinute: number, steps: () => number) {
  for (const arrivalMs of stage.arrivals(perMinute, 0, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    let parent = ''
    const count = steps()
    for (let step = 0, atMs = arrivalMs; step < count; step += 1) {
      for (const [name, operation] of [
        [hub, `${hub} passes on`],
        [`step-${step}`, `do step ${step}`],
      ] as const) {
        parent = stage.span({
          trace,
          parent,
          service: stage.service(name),
          name: operation,
          kind: 'server',
          atMs,
          ms: 4,
        })
        atMs += 3
      }
    }
  }
}

/** Calls of one client to one endpoint, with responses. */
export function endpointCalls(
  stage: Stage,
  client: string,
  name: string,
  perMinute: number,
  regular: boolean,
  answer: () => object,
  from = 0,
  to = stage.minutes,
) {
  const service = stage.service(client)
  const period = 60_000 / perMinute
  for (
    let atMs = stage.timeAt(from);
    atMs < stage.timeAt(to);
    atMs += regular ? period * (1 + 0.05 * stage.normal()) : stage.exponential(period)
  ) {
    const trace = stage.trace()
    if (trace)
      stage.span({
        trace,
        service,
        name,
        kind: 'client',
        atMs,
        ms: 15,
        facts: { method: 'GET', endpoint: name, ...answer() },
      })
  }
}

export function deliveries(
  stage: Stage,
  perMinute: number,
  facts: () => { objectKey: string; deliveryId: string },
  failing = 0,
) {
  const service = stage.service('hook-receiver')
  for (const atMs of stage.arrivals(perMinute, 0, stage.minutes)) {
    const trace = stage.trace()
    if (trace)
      stage.span({
        trace,
        service,
        name: 'POST /webhooks/in',
        kind: 'server',
        atMs,
        ms: 9,
        failed: stage.rng.chance(failing),
        facts: { eventName: 'updated', ...facts() },
      })
  }
}

export function consumed(stage: Stage, perMinute: number, repeatShare: number, bulk: boolean) {
  const service = stage.service(bulk ? 'history-backfill' : 'event-consumer', { bulk })
  const seenIds: string[] = []
  for (const atMs of stage.arrivals(perMinute, 0, stage.minutes)) {
    const isAgain = seenIds.length > 10 && stage.rng.chance(repeatShare)
    const id = isAgain ? stage.rng.pick(seenIds.slice(-200) as [string, ...string[]]) : stage.id()
    if (!isAgain) seenIds.push(id)
    const trace = stage.trace()
    if (trace)
      stage.span({
        trace,
        service,
        name: 'events process',
        kind: 'consumer',
        atMs,
        ms: 9,
        facts: { messageId: id, destination: 'events', receiveCount: isAgain ? 2 : 1, ...(bulk ? { bulk: true } : {}) },
      })
  }
}
