/** Scheduled reports: each occurrence is sent once, over clock changes, missed times and killed processes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportDefinition, ReportSchedule } from '@kept/domain/report.ts'
import { organizationsWithReports } from '@kept/store/reports/due.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Email } from '../platform/mail.ts'
import { signIn } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { type ReportDeps, runDueReports } from './run-due.ts'

/** The day before clocks go back in Europe. */
let clock = Date.parse('2026-10-24T13:00:00Z')
const now = () => new Date(clock)
let kept: TestKept
beforeAll(async () => {
  // The server's own timer stands still: the tests decide when it runs.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  kept = await openKept({}, { now })
  vi.useRealTimers()
  const cost = { BilledCost: '12.5', EffectiveCost: '12.5', BillingCurrency: 'USD', ServiceName: 'Compute' }
  await publishLines(kept.world, kept.world.scope, 'bill', [lineOn('2026-10-20', cost)])
  const { organizationId } = kept.world.scope
  await signIn(kept.server.services, { organizationId, email: 'ana@example.com' })
})
afterAll(() => kept.close())

const definition = (name: string): ReportDefinition => ({
  ...{ name, description: '', filters: [], currency: null, shared: true },
  period: { kind: 'named', name: 'last_7_days' },
  sections: [
    {
      ...{ kind: 'costs', title: 'Total spend', view: 'total', measure: 'effective', group_by: [], grain: null },
      ...{ top: 5, compare: null, filters: [] },
    },
  ],
})
const at8 = (time_zone: string): ReportSchedule => ({
  ...{ frequency: 'daily', time: '08:00', time_zone, weekday: 1, day_of_month: 1, formats: ['csv'], enabled: true },
  ...{ recipients: ['ana@example.com'], channels: [] },
})

async function schedule(name: string, times: ReportSchedule): Promise<string> {
  const { data } = await kept.client.savedReports.create(definition(name))
  await kept.client.savedReports.setSchedule({ id: data.id, ...times })
  return data.id
}

const zones = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'Asia/Kolkata', 'Asia/Tokyo'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Africa/Cairo', 'America/Sao_Paulo', 'Pacific/Chatham', 'UTC'],
]

/** A process that is killed at its n-th email: before the server has it, or after, without any word of it. */
function runUntilKilled(killAt: number, isAfter: boolean, received: Email[], deps: ReportDeps) {
  let count = 0
  let kill: (killed: 'killed') => void = () => undefined
  const killed = new Promise<'killed'>((resolve) => {
    kill = resolve
  })
  const send = (email: Email): Promise<void> => {
    count += 1
    if (count < killAt) {
      received.push(email)
      return Promise.resolve()
    }
    if (isAfter && count === killAt) received.push(email)
    kill('killed')
    return new Promise(() => undefined)
  }
  const ended = runDueReports({ ...deps, mail: { send, close: () => undefined } }).then(() => 'ended' as const)
  return Promise.race([ended, killed])
}

/** Of killed processes, as after two minutes by the clock of the database. */
const endClaims = () =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .updateTable('report_delivery')
      .set({ next_attempt_at: new Date(0) })
      .where('status', '=', 'sending')
      .execute(),
  )

it('sends 100 reports due at 08:00 in 12 zones once, over a clock change and kills', async () => {
  const ids: string[] = []
  for (let n = 0; n < 100; n += 1) ids.push(await schedule(`Report ${n}`, at8(zones[n % zones.length] ?? 'UTC')))
  const received: Email[] = []
  const services = kept.server.services
  const deps: ReportDeps = {
    ...services,
    sendToChannel: async () => ({ outcome: 'given_up', sentence: 'No channels here.' }),
  }
  // Two days, each quarter of an hour; processes die at their third email, and after it, in turn.
  let kills = 0
  for (; clock <= Date.parse('2026-10-26T13:00:00Z'); clock += 15 * 60_000) {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const outcome = await runUntilKilled(kills < 40 ? 3 : 1_000, kills % 2 === 0, received, deps)
      if (outcome === 'ended') break
      kills += 1
      await endClaims()
    }
  }
  expect(kills).toBe(40)
  const runs = (await Promise.all(ids.map((id) => kept.client.savedReports.runs({ id })))).flatMap(({ data }) => data)
  expect(runs.filter(({ status }) => status !== 'finished')).toEqual([])
  // Every zone has two occurrences in these two days, at eight o'clock of its own.
  expect(runs).toHaveLength(200)
  for (const [n, id] of ids.entries()) {
    const occurrences = (await kept.client.savedReports.runs({ id })).data.map(
      ({ occurrence_at }) => occurrence_at ?? '',
    )
    expect(new Set(occurrences).size).toBe(2)
    const timeZone = zones[n % zones.length] ?? 'UTC'
    for (const occurrence of occurrences)
      expect(Temporal.Instant.from(occurrence).toZonedDateTimeISO(timeZone).toPlainTime().toString()).toBe('08:00:00')
  }
  // Where a process died after the server had the email, it is sent again as the same message.
  const messages = new Set(received.map(({ messageId }) => messageId))
  expect(messages.size).toBe(200)
  expect(received.length - messages.size).toBe(20)
  expect(received[0]).toMatchObject({
    to: 'ana@example.com',
    attachments: [{ contentType: 'text/csv; charset=utf-8' }],
  })
})

it('sends the latest of the times that Kept missed, and records the others', async () => {
  const id = await schedule('After a holiday', at8('UTC'))
  clock += 5 * 86_400_000
  await kept.server.features.reports.tick()
  const { data: runs } = await kept.client.savedReports.runs({ id })
  expect(runs.map(({ status }) => status).toSorted()).toEqual(['finished', ...Array(4).fill('skipped')])
  const folder = join(kept.server.services.config.dataFolder, 'mail')
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const own = mails.filter((mail) => mail.includes('Subject: After a holiday'))
  expect(own).toHaveLength(1)
  expect(own[0]).toContain('filename=after-a-holiday')
})

it('refuses recipients that are no members, and sends nothing to those who left', async () => {
  const { data } = await kept.client.savedReports.create(definition('Outside'))
  const outside = { id: data.id, ...at8('UTC'), recipients: ['eve@example.com'] }
  await expect(kept.client.savedReports.setSchedule(outside)).rejects.toThrow(
    'eve@example.com is not a member of this organization.',
  )
  const nobody = { id: data.id, ...at8('UTC'), recipients: [] }
  await expect(kept.client.savedReports.setSchedule(nobody)).rejects.toThrow(/needs a recipient or a channel/)
  expect(await organizationsWithReports(kept.world.database, now())).toEqual([])
})
