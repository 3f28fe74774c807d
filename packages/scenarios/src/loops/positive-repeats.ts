/** Loops of repeated work: attempts, polling, queries, records. */
import type { SpanFacts } from '@kept/domain/span.ts'
import type { Stage } from './stage.ts'
import type { LoopTruth } from './truth.ts'

export function retries(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const [caller, target] = [stage.service('order-worker'), stage.service('invoice-api')]
  const guise = rng.pick(['siblings', 'keys'] as const)
  const tries = rng.integer(8, 60)
  const perMinute = (500 * strength) / 5
  const gap = stage.between(100, 1500)
  const mixed = stage.between(0, 0.3)
  for (const arrivalMs of stage.arrivals(perMinute / (tries - 1), onset, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    const root =
      guise === 'siblings'
        ? stage.span({
            trace,
            service: caller,
            name: 'settle order',
            kind: 'internal',
            atMs: arrivalMs,
            ms: gap * tries,
          })
        : ''
    const key = stage.id()
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const atMs = arrivalMs + attempt * gap * (1 + 0.1 * stage.normal())
      const isOwn = guise === 'keys'
      const client = stage.span({
        trace: isOwn ? stage.id() : trace,
        parent: root,
        service: caller,
        name: 'POST /invoices',
        kind: 'client',
        atMs,
        ms: 20,
        failed: true,
        facts: { statusCode: 503, method: 'POST', resendCount: attempt, ...(isOwn ? { operationKey: key } : {}) },
      })
      if (!isOwn)
        stage.span({
          trace,
          parent: client,
          service: target,
          name: 'POST /invoices',
          kind: 'server',
          atMs: atMs + 2,
          ms: 15,
          failed: true,
          facts: { statusCode: 503 },
        })
    }
  }
  for (const atMs of stage.arrivals(20 * mixed * stage.sampling + 1, 0, stage.minutes)) {
    const trace = stage.id()
    const root = stage.span({ trace, service: caller, name: 'settle order', atMs, ms: 50 })
    stage.span({
      trace,
      parent: root,
      service: caller,
      name: 'POST /invoices',
      kind: 'client',
      atMs: atMs + 1,
      ms: 20,
      facts: { statusCode: 201, method: 'POST' },
    })
  }
  const outage = rng.chance(0.4)
  if (outage) stage.event(target, 'restart', stage.timeAt(onset) - 60_000)
  return {
    type: 'infinite_retry',
    resource: caller.id,
    onsetMinute: onset,
    perMinute,
    cause: outage ? 'upstream_outage' : 'permanent_error',
  }
}

export function polling(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const [client, api] = [stage.service('sync-agent'), stage.service('status-api')]
  const perMinute = (1000 * strength) / 5
  const tight = rng.chance(0.4)
  const answer = rng.pick<SpanFacts>([
    { statusCode: 304 },
    { statusCode: 200, bodySize: 2 },
    { statusCode: 200, contentHash: 'aa', bodySize: 814 },
  ])
  const period = 60_000 / perMinute
  const ms = tight ? period * 0.85 : Math.min(period * 0.2, 30)
  for (
    let atMs = stage.timeAt(onset);
    atMs < stage.timeAt(stage.minutes);
    atMs += tight ? stage.exponential(period * 0.2) + period * 0.8 : period * (1 + 0.08 * stage.normal())
  ) {
    const trace = stage.trace()
    if (!trace) continue
    const clientSpan = stage.span({
      trace,
      service: client,
      name: 'GET',
      kind: 'client',
      atMs,
      ms,
      facts: { method: 'GET', endpoint: 'status-api/v1/jobs/{id}', ...answer },
    })
    stage.span({
      trace,
      parent: clientSpan,
      service: api,
      name: 'GET /v1/jobs/{id}',
      kind: 'server',
      atMs: atMs + 1,
      ms: ms * 0.7,
      facts: answer,
    })
  }
  return {
    type: 'api_polling_loop',
    resource: client.id,
    onsetMinute: onset,
    perMinute,
    cause: tight ? 'no_interval' : 'too_short_interval',
  }
}

export function queries(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const service = stage.service('report-api')
  const [normalCount, perRequest] = [rng.integer(1, 6), rng.integer(70, 500)]
  const requests = Math.max(2, (1000 * strength) / 5 / perRequest)
  for (const arrivalMs of stage.arrivals(requests, 0, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    const count = arrivalMs < stage.timeAt(onset) ? normalCount : Math.round(perRequest * stage.between(0.8, 1.2))
    const root = stage.span({ trace, service, name: 'GET /accounts', kind: 'server', atMs: arrivalMs, ms: count * 3 })
    for (let query = 0; query < count; query += 1) {
      stage.span({
        trace,
        parent: root,
        service,
        name: 'SELECT account',
        kind: 'client',
        atMs: arrivalMs + query * 3,
        ms: 2,
        facts: { database: 'mysql', statement: 'SELECT * FROM account WHERE id = ?' },
      })
    }
  }
  return {
    type: 'database_query_loop',
    resource: service.id,
    onsetMinute: onset,
    perMinute: requests * perRequest,
    cause: 'query_in_loop',
  }
}

export function redone(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const worker = stage.service('ledger-consumer')
  const guise = rng.pick(['receives', 'checkpoint', 'metrics'] as const)
  const perMinute = (1000 * strength) / 15
  const failing = rng.chance(0.5)
  const batch = rng.integer(20, 80)
  if (guise === 'metrics') {
    let depth = 5000
    for (let minute = 0; minute < stage.minutes; minute += 1) {
      const isLooping = minute >= onset
      stage.point(worker, 'messages_processed', stage.timeAt(minute), perMinute * (1 + 0.05 * stage.normal()))
      stage.point(
        worker,
        'messages_redelivered',
        stage.timeAt(minute),
        isLooping ? perMinute * stage.between(0.9, 0.99) : perMinute * 0.02,
      )
      depth += isLooping ? stage.between(0, 10) : stage.between(-20, 18)
      stage.point(worker, 'queue_depth', stage.timeAt(minute), Math.round(depth))
    }
    return {
      type: 'batch_processing_loop',
      resource: worker.id,
      onsetMinute: onset,
      perMinute: perMinute * 0.945,
      cause: 'not_acknowledged',
    }
  }
  const stuck = Array.from({ length: batch }, () => stage.id())
  let index = 0
  for (const atMs of stage.arrivals(perMinute * 1.05, 0, stage.minutes)) {
    const isLooping = atMs >= stage.timeAt(onset) && !rng.chance(0.05)
    if (isLooping) index += 1
    const trace = stage.trace()
    if (!trace) continue
    const id = isLooping ? (stuck[index % batch] as string) : stage.id()
    const times = Math.floor(index / batch) + 1
    const facts =
      guise === 'checkpoint'
        ? { checkpoint: id, destination: 'ledger' }
        : { messageId: id, destination: 'ledger', receiveCount: isLooping ? times : 1 }
    stage.span({
      trace,
      service: worker,
      name: 'ledger process',
      kind: 'consumer',
      atMs,
      ms: 30,
      failed: isLooping && failing,
      facts,
    })
  }
  return {
    type: 'batch_processing_loop',
    resource: worker.id,
    onsetMinute: onset,
    perMinute,
    cause: failing ? 'poison' : 'not_acknowledged',
  }
}
