/** Loops in the lineage of calls: recursion, cycles, webhooks that trigger each other. */
import type { Stage } from './stage.ts'
import type { LoopTruth } from './truth.ts'

export function recursion(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const fn = stage.service('thumbnailer', {
    kind: 'serverless',
    id: 'arn:aws:lambda:eu-west-1:123456789012:function:thumbnailer',
  })
  const guise = rng.pick(['direct', 'store', 'endless'] as const)
  const length = guise === 'endless' ? rng.integer(300, 900) : rng.integer(30, 160)
  const perMinute = (1000 * strength) / 5
  for (const arrivalMs of stage.arrivals(perMinute / length, onset, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    let parent = ''
    for (let step = 0, atMs = arrivalMs; step < length; step += 1) {
      const run = stage.span({
        trace,
        parent,
        service: fn,
        name: 'thumbnailer',
        kind: guise === 'direct' ? 'server' : 'consumer',
        atMs,
        ms: 40,
        facts: { memoryMb: 512 },
      })
      parent =
        guise === 'direct'
          ? run
          : stage.span({
              trace,
              parent: run,
              service: fn,
              name: 'S3 PutObject uploads',
              kind: 'producer',
              atMs: atMs + 30,
              ms: 5,
            })
      atMs += 60 + stage.exponential(40)
    }
  }
  return {
    type: 'recursive_function',
    resource: fn.id,
    onsetMinute: onset,
    perMinute,
    cause: guise === 'direct' ? 'no_end' : 'same_store',
  }
}

export function circle(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const services = ['tax', 'discount', 'loyalty', 'quote']
    .slice(0, rng.integer(2, 4))
    .map((name) => stage.service(name))
  const hops = rng.integer(18, 80)
  const echo = rng.chance(0.4)
  const traces = 6 * strength
  for (const arrivalMs of stage.arrivals(traces, onset, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    let parent = stage.span({
      trace,
      service: stage.service('frontend'),
      name: 'frontend/price',
      kind: 'server',
      atMs: arrivalMs,
      ms: hops * 8,
    })
    for (let hop = 0; hop < hops; hop += 1) {
      const service = services[hop % services.length] as ReturnType<Stage['service']>
      const computeSpan = stage.span({
        trace,
        parent,
        service,
        name: `${service.name}/compute`,
        kind: echo ? 'consumer' : 'server',
        atMs: arrivalMs + hop * 8,
        ms: 5,
      })
      parent = stage.span({
        trace,
        parent: computeSpan,
        service,
        name: echo ? `publish event ${service.name}` : `call next of ${service.name}`,
        kind: echo ? 'producer' : 'client',
        atMs: arrivalMs + hop * 8 + 3,
        ms: 4,
      })
    }
  }
  return {
    type: 'circular_dependency',
    resource: services.map(({ id }) => id).join(','),
    onsetMinute: onset,
    perMinute: (traces * (hops - services.length)) / services.length,
    cause: echo ? 'event_echo' : 'mutual_calls',
  }
}

export function webhooks(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const [crm, shop] = [stage.service('crm-bridge'), stage.service('shop-bridge')]
  const guise = rng.pick(['keys', 'lineage', 'hops'] as const)
  const perMinute = (1000 * strength) / 5
  const length = guise === 'lineage' ? rng.integer(30, 120) : rng.integer(20, 200)
  for (const arrivalMs of stage.arrivals(perMinute / length, onset, stage.minutes)) {
    const trace = stage.trace()
    if (!trace) continue
    const object = `customer-${rng.integer(1, 1e6)}`
    let parent = ''
    for (let hop = 0, atMs = arrivalMs; hop < length; hop += 1) {
      const [from, to] = hop % 2 === 0 ? [crm, shop] : [shop, crm]
      const facts = {
        objectKey: object,
        eventName: 'customer.updated',
        deliveryId: stage.id(),
        statusCode: 200,
        ...(guise === 'hops' ? { hops: hop + 1 } : {}),
      }
      const traceId = guise === 'lineage' ? trace : stage.id()
      const senderSpan = stage.span({
        trace: traceId,
        parent: guise === 'lineage' ? parent : '',
        service: from,
        name: 'POST',
        kind: 'client',
        atMs,
        ms: 30,
        facts: { method: 'POST', endpoint: `${to.name}/webhooks/customer` },
      })
      parent = stage.span({
        trace: traceId,
        parent: senderSpan,
        service: to,
        name: 'POST /webhooks/customer',
        kind: 'server',
        atMs: atMs + 5,
        ms: 20,
        facts,
      })
      atMs += 200 + stage.exponential(300)
    }
  }
  return { type: 'webhook_loop', resource: `${crm.id},${shop.id}`, onsetMinute: onset, perMinute, cause: 'own_echo' }
}
