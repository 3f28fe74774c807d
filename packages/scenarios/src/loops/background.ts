/** Ordinary traffic: a random acyclic graph of services, called day and night, with a few failures. */
import type { TelemetryResource } from '@kept/domain/span.ts'
import type { Stage } from './stage.ts'

const names = [
  'frontend',
  'cart',
  'catalog',
  'checkout',
  'payment',
  'shipping',
  'currency',
  'search',
  'profile',
  'email',
  'ads',
  'stock',
  'pricing',
  'reviews',
]

export function playBackground(stage: Stage, perMinute: number): TelemetryResource[] {
  const { rng } = stage
  const services = names.slice(0, rng.integer(5, names.length)).map((name) => stage.service(name))
  const calls = services.map((_, index) =>
    services
      .slice(index + 1)
      .filter(() => rng.chance(0.35))
      .slice(0, 3),
  )
  const queries = services.map(() => rng.integer(0, 3))
  for (const atMs of stage.arrivals(perMinute * stage.sampling, 0, stage.minutes)) {
    const trace = stage.id()
    const todo = [{ index: 0, parent: '', atMs, depth: 0 }]
    for (let next = todo.pop(); next; next = todo.pop()) {
      const service = services[next.index] as TelemetryResource
      const serverSpan = stage.span({
        trace,
        parent: next.parent,
        service,
        name: `${service.name}/handle`,
        kind: 'server',
        atMs: next.atMs,
        ms: 20,
        failed: rng.chance(0.005),
        facts: { bodySize: rng.integer(200, 5000), statusCode: 200 },
      })
      for (let query = 0; query < (queries[next.index] ?? 0); query += 1) {
        stage.span({
          trace,
          parent: serverSpan,
          service,
          name: `SELECT ${service.name}.items`,
          kind: 'client',
          atMs: next.atMs + query * 2,
          ms: 1,
          facts: { database: 'postgresql', statement: `SELECT * FROM ${service.name} WHERE id = ?` },
        })
      }
      for (const target of next.depth < 4 ? (calls[next.index] ?? []) : []) {
        const client = stage.span({
          trace,
          parent: serverSpan,
          service,
          name: `call ${target.name}`,
          kind: 'client',
          atMs: next.atMs + 3,
          ms: 15,
          facts: { bodySize: rng.integer(200, 5000), method: 'GET' },
        })
        todo.push({ index: services.indexOf(target), parent: client, atMs: next.atMs + 4, depth: next.depth + 1 })
      }
    }
  }
  for (let minute = 0; minute < stage.minutes; minute += 1) {
    for (const service of services.slice(0, 3)) {
      stage.point(service, 'requests', stage.timeAt(minute), Math.round(perMinute * (1 + 0.1 * stage.normal())))
      stage.point(service, 'memory_usage_mb', stage.timeAt(minute), 400 + 8 * stage.normal())
    }
  }
  return services
}
