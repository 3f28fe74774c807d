/**
 * Complete responses that are sent again: never stale, in no process, and never of another organization, another visit
 * or to someone who may not read them.
 */
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { defaultTerms } from '@kept/domain/default-terms.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { addCustomerRule, addSettings } from '@kept/store/commission/rules.ts'
import { commonTables, countedTables } from '@kept/store/database/migrations/0035-data-version.ts'
import { loopTables } from '@kept/store/database/migrations/0052-loop-version.ts'
import { saveLoops } from '@kept/store/loops/save.ts'
import { countIntake } from '@kept/store/telemetry/intake.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { recordedStatements } from '@kept/store/testing/recorded-statements.ts'
import { seenLoop } from '@kept/store/testing/seen-loop.ts'
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditedRouteOf } from './platform/audit/audited-routes.ts'
import { deliverBill, idleAddressBill } from './testing/idle-address-bill.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
/** Another process on the same engines, with caches of its own. */
let second: TestKept
let now = new Date('2026-06-25T09:00:00Z')
beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
  await publish('own', 'first', '10')
  await publish('other', 'theirs', '70')
  await deliverBill(kept, idleAddressBill(['eip-1', 'eip-2', 'eip-3', 'eip-4', 'eip-5', 'eip-6']))
  // Not earlier: it would take the import from the queue, and has no file of it.
  second = await openKept({}, { now: () => now, world: kept.world })
})
afterAll(async () => {
  await second.close()
  await kept.close()
})

const complete = listContractRoutes(contract).filter(({ cache }) => cache && 'complete' in cache && cache.complete)
const dates = '?start_date=2026-06-01&end_date=2026-06-20'
const urls = complete.map(({ path }) => (path.endsWith('/forecast/past') ? `${path}${dates}` : path))

async function publish(organization: 'own' | 'other', load: string, cost: string) {
  const { world } = kept
  const lines = Array.from({ length: 80 }, (_, index) =>
    lineOn(Temporal.PlainDate.from('2026-04-12').add({ days: index }).toString(), {
      BilledCost: cost,
      EffectiveCost: cost,
      BillingCurrency: 'USD',
    }),
  )
  await publishLines(world, organization === 'own' ? world.scope : world.otherScope, load, lines)
}

async function read(process: TestKept, url: string, headers: Record<string, string>) {
  const response = await fetch(`${process.url}${url}`, { headers })
  return { status: response.status, text: await response.text() }
}

let newUrls = 0
/** The same question under a URL that nothing is cached for. */
const unlike = (url: string) => {
  newUrls += 1
  return `${url}${url.includes('?') ? '' : '?'}${'&'.repeat(newUrls)}`
}

let tableNames = new Set<string>()
beforeAll(async () => {
  const { rows } = await kept.world.database.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  tableNames = new Set(rows.map(({ name }) => name))
})

/** The tables that every one of three requests reads: those of a job that runs beside one of them are not among them. */
async function tablesOf(request: () => Promise<unknown>): Promise<string[]> {
  const rounds: Set<string>[] = []
  for (let round = 0; round < 3; round += 1) {
    const statements = await recordedStatements(request)
    const names = statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/gi)].map(([, name]) => name ?? ''),
    )
    rounds.push(new Set(names.filter((name) => tableNames.has(name))))
  }
  return [...(rounds[0] ?? [])].filter((name) => rounds.every((names) => names.has(name)))
}

describe('a complete response', () => {
  it('is cached for routes that read, are not audited, and need a permission', () => {
    expect(complete.length).toBeGreaterThan(5)
    for (const { method, path, needs } of complete) {
      expect([path, method, needs.includes(':')]).toEqual([path, 'GET', true])
      expect([path, auditedRouteOf(method, path)]).toEqual([path, undefined])
    }
  })

  it.each(urls)('of %s is sent again without computing it, as it was', async (url) => {
    const headers = kept.headers('own')
    const first = await read(kept, url, headers)
    expect(first.status).toBe(200)
    const tables = await tablesOf(async () => expect(await read(kept, url, headers)).toEqual(first))
    // What tells who asks; the version comes from a function.
    expect(tables).toEqual(['organization'])
  })

  it('asks the database once for a user: who asks, and for which version', async () => {
    const { headers } = await createTestUser(kept, { name: 'once', in: 'own', role: 'user' })
    const url = urls[0] ?? ''
    await read(kept, url, headers)
    const rounds: number[] = []
    for (let round = 0; round < 5; round += 1)
      rounds.push((await recordedStatements(() => read(kept, url, headers))).length)
    // Jobs that run beside it only add to this.
    expect(Math.min(...rounds)).toBe(1)
  })

  it.each(urls)('of %s is computed from tables whose changes are counted', async (url) => {
    const tables = await tablesOf(() => read(kept, unlike(url), kept.headers('own')))
    const counted: string[] = [...countedTables, ...Object.keys(loopTables), ...commonTables]
    expect(tables.length).toBeGreaterThan(1)
    expect(tables.filter((name) => !counted.includes(name))).toEqual([])
  })

  it('is compressed as a computed one is, and the same when read', async () => {
    const url = '/v1/cost-optimization/forecast'
    const plain = { ...kept.headers('own'), 'accept-encoding': 'identity' }
    const [computed, cached] = [
      await fetch(`${kept.url}${unlike(url)}`, { headers: kept.headers('own') }),
      await fetch(`${kept.url}${url}`, { headers: kept.headers('own') }),
    ]
    const headersOf = (response: Response) =>
      ['content-type', 'content-encoding', 'vary', 'cache-control'].map((name) => response.headers.get(name))
    expect(headersOf(cached)).toEqual(headersOf(computed))
    expect(cached.headers.get('content-encoding')).toBe('gzip')
    const text = await cached.text()
    expect(text).toBe(await computed.text())
    expect(await read(kept, url, plain)).toEqual({ status: 200, text })
    const refusing = { ...kept.headers('own'), 'accept-encoding': 'gzip;q=0' }
    expect((await fetch(`${kept.url}${url}`, { headers: refusing })).headers.get('content-encoding')).toBeNull()
  })

  it('is sent only to those who may read it', async () => {
    const [reader, denied] = await Promise.all([
      createTestUser(kept, { name: 'reader', in: 'own', role: 'user' }),
      createTestUser(kept, {
        ...{ name: 'denied', in: 'own', role: 'user' },
        grants: { allow: [], deny: ['costs:read', 'recommendations:read', 'loops:read'] },
      }),
    ])
    for (const url of urls) {
      for (const { headers } of [reader, reader])
        expect([url, (await read(kept, url, headers)).status]).toEqual([url, 200])
      expect([url, (await read(kept, url, denied.headers)).status]).toEqual([url, 403])
      expect([url, (await read(kept, url, {})).status]).toEqual([url, 401])
    }
  })

  it('is of the organization that asks, also when it names another one', async () => {
    for (const url of urls) {
      const [own, other] = await Promise.all([
        read(kept, url, kept.headers('own')),
        read(kept, url, kept.headers('other')),
      ])
      const { text } = await read(kept, unlike(url), kept.headers('other'))
      expect(other.text).toBe(text)
      expect([own.status, other.status]).toEqual([200, 200])
    }
    const named = '/v1/cost-optimization/overview?organization_id=own'
    const statuses = [kept.headers('own'), kept.headers('other'), kept.headers('own')]
    expect(await Promise.all(statuses.map(async (headers) => (await read(kept, named, headers)).status))).toEqual([
      200, 404, 200,
    ])
  })
})

type Organization = 'own' | 'other'
const clientOf = (process: TestKept, organization: Organization) =>
  organization === 'own' ? process.client : process.otherClient
const scopeOf = (organization: Organization): Scope =>
  organization === 'own' ? kept.world.scope : kept.world.otherScope
const terms = (percent: number) => ({ ...defaultTerms, tiers: [{ from: '0', rate_ppm: percent * 10_000 }] })

/** Each changes what some response shows, through one of the two processes. */
const changes = {
  load: (_process: TestKept, organization: Organization, value: number) =>
    publish(organization, `load ${value} ${newUrls}`, String(value)),
  event: (process: TestKept, organization: Organization, value: number) =>
    clientOf(process, organization).forecasts.addKnownEvent({
      ...{ kind: 'announced_change', description: `Event ${value}`, currency: 'USD', provider: null },
      ...{ start_date: '2026-06-27', end_date: null, factor: '1', daily_amount: String(value) },
    }),
  budget: (process: TestKept, organization: Organization, value: number) =>
    clientOf(process, organization).budgets.create({
      ...{ name: `Budget ${value} ${newUrls}`, amount: String(value), currency: 'USD', period: 'monthly' },
    }),
  setting: (process: TestKept, organization: Organization, value: number) =>
    clientOf(process, organization).anomalies.settings({ min_daily_excess: String(value), notify_from: 'high' }),
  inventory: (process: TestKept, organization: Organization, value: number) =>
    clientOf(process, organization).resources.putInventory({
      items: [{ provider: 'aws', resource_id: `i-${value}-${newUrls}`, name: `machine ${value}` }],
    }),
  'default commission': (process: TestKept, _organization: Organization, value: number) =>
    addSettings(process.server.services.state.database, terms(value), { valid_from: '2026-06', actorName: 'Ann', now }),
  commission: (process: TestKept, organization: Organization, value: number) =>
    addCustomerRule(process.server.services.state.database, scopeOf(organization), {
      // Not the rate of the default, which would change nothing.
      ...{ tier: 'own', terms: { ...terms(value / 2), currency: 'USD' }, note: '' },
      ...{ valid_from: '2026-06', actorName: 'Ann', now },
    }),
  dismissal: async (process: TestKept, organization: Organization) => {
    const client = clientOf(process, organization)
    const [first] = (await client.costOptimization.recommendations({})).data
    if (first) await client.costOptimization.dismiss({ id: first.id, reason: 'Needed' })
  },
  loop: (process: TestKept, organization: Organization, value: number) =>
    saveLoops(
      process.server.services.state.database,
      scopeOf(organization),
      // The same loop at another cost, or another one.
      [seenLoop(`loop-${value % 3}`, now, String(value))],
      { now, source: 'live' },
    ),
  telemetry: (process: TestKept, organization: Organization) =>
    countIntake(
      process.server.services.state.database,
      scopeOf(organization),
      [{ signal: 'traces', reason: '', items: 3 }],
      now,
    ),
  day: async () => {
    now = new Date(now.getTime() + 86_400_000)
  },
}

it.each(keysOf(changes))('shows a change of kind "%s" at once', async (kind) => {
  const before = await Promise.all(urls.map((url) => read(second, url, second.headers('own'))))
  await changes[kind](kept, 'own', 35)
  await expectTruth(kind)
  const after = await Promise.all(urls.map((url) => read(second, url, second.headers('own'))))
  // Otherwise the change would prove nothing.
  expect(after).not.toEqual(before)
})

const runs = Number(process.env.KEPT_STALE_RUNS ?? 2)

it('is never stale after any change, in either process', async () => {
  const step = record({
    kind: constantFrom(...keysOf(changes)),
    organization: constantFrom('own' as const, 'other' as const),
    process: constantFrom('first', 'second'),
    value: constantFrom(20, 30, 40),
  })
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { kind, organization, process, value } of steps) {
        await changes[kind](process === 'first' ? kept : second, organization, value)
        await expectTruth(kind)
      }
    }),
    { numRuns: runs },
  )
}, 600_000)

/** Both processes send what is computed again, to both organizations. */
async function expectTruth(kind: string) {
  for (const organization of ['own', 'other'] as const)
    for (const url of urls) await expectTruthOf(kind, url, organization)
}

/** A job may change what is computed at any time, so only what was the same before and after is compared. */
async function expectTruthOf(kind: string, url: string, organization: Organization) {
  const computed = () => read(kept, unlike(url), kept.headers(organization))
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const before = await computed()
    expect([kind, url, before.status]).toEqual([kind, url, 200])
    const sent = await Promise.all([kept, second].map((process) => read(process, url, process.headers(organization))))
    if ((await computed()).text !== before.text) continue
    expect([kind, url, ...sent]).toEqual([kind, url, before, before])
    return
  }
  throw new Error(`${url} changes all the time`)
}
