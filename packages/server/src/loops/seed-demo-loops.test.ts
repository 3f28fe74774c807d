/** The demo shows what was planted: a loop of nine types, priced by its own bill, without the look-alike. */

import { listLoops } from '@kept/store/loops/list.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { openSecrets } from '../platform/secrets.ts'
import { seedDemoLoops } from './seed-demo-loops.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const line = (id: string, unit: string, price: string, more: Record<string, string> = {}) =>
    lineOn('2026-06-09', {
      ResourceId: id,
      RegionId: 'eu-central-1',
      SkuPriceId: `${unit} ${id.split(':')[2]}`,
      PricingUnit: unit,
      PricingQuantity: '1000',
      ContractedUnitPrice: price,
      EffectiveCost: '1',
      ...more,
    })
  const functions = Array.from(
    { length: 12 },
    (_, index) => `arn:aws:lambda:eu-central-1:11:function:order-step-${index + 1}`,
  )
  await publishLines(world, world.scope, 'load-1', [
    ...functions.flatMap((id) => [line(id, 'Requests', '0.0000002'), line(id, 'GB-Seconds', '0.0000166667')]),
    line('arn:aws:sqs:eu-central-1:11:events-1', 'Requests', '0.0000004', {
      ServiceName: 'Amazon Simple Queue Service',
    }),
    line('arn:aws:dynamodb:eu-central-1:11:table/cart-1', 'Requests', '0.000000125'),
    line('arn:aws:ec2:eu-central-1:11:instance/i-0a1', 'Hours', '3.072'),
    line('arn:aws:ec2:eu-central-1:11:instance/i-0a2', 'Hours', '3.072'),
  ])
})
afterAll(() => world.close())

it('finds the planted loops, once', async () => {
  const services = {
    state: world as never,
    now: () => new Date('2026-06-10T09:00:00Z'),
    log: createLog('error'),
    config: readConfig({}),
    secrets: openSecrets(Buffer.alloc(32)),
  }
  expect(await seedDemoLoops(services, world.scope)).toBe(true)
  const { loops, active } = await listLoops(world.database, world.scope, {
    show: 'all',
    sort: 'detected_at',
    suspected: false,
    limit: 50,
  })
  expect(loops.map(({ loop_type, status }) => `${loop_type} ${status}`)).toEqual([
    'infinite_retry resolved',
    'custom_pattern resolved',
    'database_query_loop resolved',
    'circular_dependency resolved',
    'api_polling_loop resolved',
    'memory_leak_loop resolved',
    'auto_scaling_loop resolved',
    'batch_processing_loop resolved',
    'webhook_loop resolved',
  ])
  expect(active).toBe(0)
  // Silence between two loops is not part of the first.
  for (const { duration_seconds: seconds } of loops) expect(seconds).toBeLessThan(3600)
  // A count of tokens has no price on the bill. Each other loop is priced by it, in dollars that a user would notice.
  const priced = loops.filter(({ cost_impact: cost }) => cost.estimated_hourly_cost !== null)
  expect(loops.filter((loop) => !priced.includes(loop)).map(({ loop_type }) => loop_type)).toEqual(['custom_pattern'])
  const daily = priced.map(({ cost_impact: cost }) => 24 * Number(cost.estimated_hourly_cost))
  expect(Math.min(...daily)).toBeGreaterThan(10)
  expect(Math.max(...daily)).toBeGreaterThan(200)
  expect(await seedDemoLoops(services, world.scope)).toBe(false)
})
