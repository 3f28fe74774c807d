/** Patterns that look like a loop and are none. Each family causes false alarms in rules that count volume alone. */
import type { LookAlike } from './look-alike.ts'
import { metricLookAlikes } from './look-alike-metrics.ts'
import { consumed, deliveries, endpointCalls, fanOut, nested, throughHub } from './look-alike-traffic.ts'
import type { Stage } from './stage.ts'

const minutes = (play: (stage: Stage) => void): LookAlike => ({ days: 0, play })

export const lookAlikes: Record<string, LookAlike> = {
  quiet: minutes(() => {}),
  batch_job: minutes((stage) =>
    fanOut(stage, {
      service: 'nightly-batch',
      parent: 'run batch',
      name: 'INSERT row',
      perMinute: 3,
      count: () => stage.rng.integer(200, 600),
      gap: 3,
      database: true,
      bulk: true,
    }),
  ),
  cron: minutes((stage) => {
    for (let minute = 5; minute < stage.minutes; minute += 10)
      fanOut(stage, {
        service: 'cron-runner',
        parent: 'cron tick',
        name: 'POST /tick',
        perMinute: 4,
        count: () => stage.rng.integer(100, 400),
        gap: 20,
        from: minute,
        to: minute + 1,
      })
  }),
  load_test: minutes((stage) =>
    endpointCalls(
      stage,
      'load-tester',
      'GET /checkout',
      900,
      false,
      () => ({ statusCode: 200, bodySize: stage.rng.integer(800, 1600) }),
      8,
      25,
    ),
  ),
  flash_traffic: minutes((stage) =>
    fanOut(stage, {
      service: 'storefront',
      parent: 'GET /sale',
      name: 'GET stock',
      perMinute: 400,
      count: () => stage.rng.integer(1, 4),
      gap: 4,
      from: 12,
      to: 22,
    }),
  ),
  healthy_retries: minutes((stage) =>
    fanOut(stage, {
      service: 'gateway',
      parent: 'GET /feed',
      name: 'POST /score',
      perMinute: 300,
      count: () => (stage.rng.chance(0.08) ? stage.rng.integer(2, 3) : 1),
      gap: 50,
      growth: 2,
      failed: (index, count) => index < count - 1,
    }),
  ),
  outage_with_backoff: minutes((stage) => {
    fanOut(stage, {
      service: 'gateway',
      parent: 'GET /feed',
      name: 'POST /score',
      perMinute: 250,
      count: () => 1,
      gap: 50,
      to: 10,
    })
    fanOut(stage, {
      service: 'gateway',
      parent: 'GET /feed',
      name: 'POST /score',
      perMinute: 250,
      count: () => 3,
      gap: 100,
      growth: 2,
      failed: () => true,
      from: 10,
      to: 28,
    })
    fanOut(stage, {
      service: 'gateway',
      parent: 'GET /feed',
      name: 'POST /score',
      perMinute: 250,
      count: () => 1,
      gap: 50,
      from: 28,
    })
  }),
  exponential_backoff: minutes((stage) =>
    fanOut(stage, {
      service: 'uploader',
      parent: 'upload',
      name: 'POST /part',
      perMinute: 30,
      count: () => stage.rng.integer(5, 9),
      gap: 80,
      growth: 2,
      failed: (index, count) => index < count - 1 || stage.rng.chance(0.5),
    }),
  ),
  failing_fan_out: minutes((stage) => {
    fanOut(stage, {
      service: 'mailer',
      parent: 'send newsletter',
      name: 'POST /mail',
      perMinute: 20,
      count: () => stage.rng.integer(6, 9),
      gap: 5,
      to: 12,
    })
    fanOut(stage, {
      service: 'mailer',
      parent: 'send newsletter',
      name: 'POST /mail',
      perMinute: 20,
      count: () => stage.rng.integer(6, 9),
      gap: 5,
      failed: () => true,
      from: 12,
      to: 24,
    })
  }),
  cache_warm_up: minutes((stage) => {
    const service = stage.service('catalog-cache')
    stage.event(service, 'deploy', stage.timeAt(10))
    fanOut(stage, {
      service: 'catalog-cache',
      parent: 'GET /items',
      name: 'SELECT item',
      perMinute: 20,
      count: () => 2,
      gap: 3,
      database: true,
      to: 10,
    })
    fanOut(stage, {
      service: 'catalog-cache',
      parent: 'GET /items',
      name: 'SELECT item',
      perMinute: 20,
      count: () => stage.rng.integer(60, 200),
      gap: 3,
      database: true,
      from: 10,
      to: 10 + stage.between(2, 6),
    })
    fanOut(stage, {
      service: 'catalog-cache',
      parent: 'GET /items',
      name: 'SELECT item',
      perMinute: 20,
      count: () => 2,
      gap: 3,
      database: true,
      from: 17,
    })
  }),
  n_plus_one: minutes((stage) =>
    fanOut(stage, {
      service: 'listing',
      parent: 'GET /list',
      name: 'SELECT author',
      perMinute: 80,
      count: () => stage.rng.integer(5, 9),
      gap: 3,
      database: true,
    }),
  ),
  wide_page: minutes((stage) =>
    fanOut(stage, {
      service: 'listing',
      parent: 'GET /board',
      name: 'SELECT card',
      perMinute: 30,
      count: () => stage.rng.integer(15, 45),
      gap: 3,
      database: true,
    }),
  ),
  tree_recursion: minutes((stage) => nested(stage, ['indexer'], 60, () => stage.rng.integer(4, 12))),
  pagination: minutes((stage) => nested(stage, ['exporter'], 40, () => stage.rng.integer(3, 15))),
  callback: minutes((stage) => nested(stage, ['basket', 'voucher', 'basket'], 200, () => 3)),
  ping_pong_twice: minutes((stage) => nested(stage, ['quote-a', 'quote-b'], 60, () => stage.rng.integer(4, 6))),
  gateway: minutes((stage) => throughHub(stage, 'gateway', 120, () => stage.rng.integer(4, 9))),
  orchestrator: minutes((stage) => throughHub(stage, 'orchestrator', 60, () => stage.rng.integer(8, 20))),
  long_poll: minutes((stage) =>
    endpointCalls(stage, 'inbox-client', 'GET /inbox', 240, true, () =>
      stage.rng.chance(0.08) ? { statusCode: 200, bodySize: stage.rng.integer(100, 9000) } : { statusCode: 304 },
    ),
  ),
  health_checks: minutes((stage) =>
    endpointCalls(stage, 'balancer', 'GET /health', 300, true, () => ({ statusCode: 200, bodySize: 2 })),
  ),
  slow_poll: minutes((stage) =>
    endpointCalls(stage, 'dashboard', 'GET /status', 12, true, () => ({ statusCode: 304 })),
  ),
  busy_client: minutes((stage) =>
    endpointCalls(stage, 'renderer', 'GET /template', 600, false, () => ({
      statusCode: 200,
      bodySize: stage.rng.integer(1000, 1400),
    })),
  ),
  busy_constant: minutes((stage) => {
    // Many callers request the same small thing at once, without waiting for each other.
    const service = stage.service('page-renderer')
    for (const atMs of stage.arrivals(stage.between(400, 1500), 0, stage.minutes)) {
      const trace = stage.trace()
      if (trace)
        stage.span({
          trace,
          service,
          name: 'GET /flags',
          kind: 'client',
          atMs,
          ms: stage.between(40, 90),
          facts: { method: 'GET', endpoint: 'flags/v1/all', statusCode: 200, bodySize: 512 },
        })
    }
  }),
  fan_out_webhook: minutes((stage) =>
    deliveries(stage, 400, () => ({ objectKey: `object-${stage.rng.integer(1, 1e6)}`, deliveryId: stage.id() })),
  ),
  provider_redelivery: minutes((stage) => {
    const ids: string[] = ['first']
    deliveries(
      stage,
      300,
      () => {
        if (!stage.rng.chance(0.6)) ids.push(stage.id())
        const id = ids[Math.max(0, ids.length - 1 - stage.rng.integer(0, 40))] ?? 'first'
        return { objectKey: `object-${id}`, deliveryId: id }
      },
      0.6,
    )
  }),
  redelivery: minutes((stage) => consumed(stage, 300, 0.25, false)),
  backfill: minutes((stage) => consumed(stage, 300, 0.9, true)),
  ...metricLookAlikes,
}
