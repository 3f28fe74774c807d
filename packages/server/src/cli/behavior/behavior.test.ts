import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { environmentAnalysisSchema } from '@kept/domain/environment.ts'
import { teamAnalysisSchema } from '@kept/domain/team.ts'
import { behaviorWorld } from '@kept/scenarios/behavior/behavior-world.ts'
import { billLines, eventLines } from '@kept/scenarios/behavior/world-files.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { behaviorCommand } from './command.ts'

let folder: string
const world = behaviorWorld({ seed: 'cli', firstDay: '2026-09-14', days: 36, environmentsPerTeam: 11, noisy: false })
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-cli-behavior-'))
  const bill = [...billLines(world)]
  file('bill.csv', bill.join('\n'))
  file('small.csv', bill.slice(0, 1 + 24 * world.days).join('\n'))
  file('events.ndjson', [...eventLines(world)].join('\n'))
  file(
    'teams.json',
    JSON.stringify(world.teams.map((team) => ({ ...team, calendar: { ...team.calendar, country: '' } }))),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  forget()
})

const { terminal, captured, forget } = captureTerminal(140)

async function run(...args: string[]) {
  forget()
  await behaviorCommand(terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parseAsync(args, { from: 'user' })
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const pathOf = (name: string) => join(folder, name)

it('prints the true figures of a bill and events as one JSON object', async () => {
  await run(pathOf('events.ndjson'), '--bill', pathOf('bill.csv'), '--teams', pathOf('teams.json'), '--json')
  const answer = JSON.parse(captured.out)
  const environments = z.array(environmentAnalysisSchema).parse(answer.environments)
  const teams = z.array(teamAnalysisSchema).parse(answer.teams)
  expect(answer.window).toEqual({ from: '2026-09-14T00:00:00Z', to: '2026-10-20T00:00:00Z' })
  expect(answer.events).toMatchObject({ rejected: 0, repeated: 0, sources: ['Kept usage events'] })
  expect(
    new Set(environments.filter(({ status }) => status === 'zombie').map((environment) => environment.environment_id)),
  ).toEqual(world.truth.zombies)
  for (const team of teams) {
    const truth = world.truth.waste.get(team.team_name)
    expect(team.waste.weekend.hours).toBeCloseTo((truth?.weekend.quarters ?? 0) / 4, 1)
    expect(team.waste.after_hours.hours).toBeCloseTo((truth?.after_hours.quarters ?? 0) / 4, 1)
    expect(Number(team.waste.after_hours.cost)).toBeCloseTo(truth?.after_hours.cost ?? 0, 2)
  }
  for (const environment of environments) {
    const parts = Object.values(environment.waste).reduce((sum, part) => sum + part.hours, 0)
    expect(parts).toBe(environment.total_runtime_hours - environment.actual_usage_hours)
  }
  expect(answer.schedules.length).toBeGreaterThan(20)
  const waited = answer.schedules.flatMap((schedule: { backtest: { interruptions: { users: string[] }[] } }) =>
    schedule.backtest.interruptions.flatMap(({ users }) => users),
  )
  expect(waited.length).toBeGreaterThan(0)
  for (const user of waited) expect(user).toMatch(/^person-[0-9a-f]{16}$/)
})

it('returns the same figures with many duplicates and broken lines', async () => {
  await run(pathOf('events.ndjson'), '--bill', pathOf('bill.csv'), '--teams', pathOf('teams.json'), '--json')
  const cleanResult = JSON.parse(captured.out)
  const lines = [...eventLines(world)]
  const firstHalf = lines.slice(0, lines.length / 2)
  file('storm.ndjson', [...lines, '{"environment_id":', ...firstHalf, '{}', ...firstHalf.toReversed()].join('\n'))
  await run(pathOf('storm.ndjson'), '--bill', pathOf('bill.csv'), '--teams', pathOf('teams.json'), '--json')
  const wild = JSON.parse(captured.out)
  expect(wild.events).toMatchObject({ repeated: 2 * firstHalf.length, rejected: 2 })
  expect(wild.events.rejected_row_examples[0]).toMatchObject({
    location: `line ${lines.length + 1}`,
    reason: 'It is not JSON.',
  })
  expect(wild.environments).toEqual(cleanResult.environments)
  expect(wild.teams).toEqual(cleanResult.teams)
  expect(wild.recommendations).toEqual(cleanResult.recommendations)
})

it('reads gzipped events under any name', async () => {
  writeFileSync(pathOf('packed'), gzipSync([...eventLines(world)].join('\n')))
  await run(pathOf('packed'), '--bill', pathOf('small.csv'), '--json')
  const { read, rejected } = JSON.parse(captured.out).events
  expect({ read: read > 1000, rejected }).toEqual({ read: true, rejected: 0 })
  writeFileSync(pathOf('cut'), gzipSync([...eventLines(world)].join('\n')).subarray(0, 500))
  await expect(run(pathOf('cut'), '--bill', pathOf('small.csv'))).rejects.toThrow(/cut is not a complete gzip file/)
})

it('stops a decompression bomb', async () => {
  writeFileSync(pathOf('bomb'), gzipSync(`{"activity_type":"${'a'.repeat(80 * 1024 ** 2)}`))
  await expect(run(pathOf('bomb'), '--bill', pathOf('small.csv'))).rejects.toThrow(
    /bomb: The file unpacks to more than 250 times its size/,
  )
})

it('prints a summary as text', async () => {
  await run(pathOf('events.ndjson'), '--bill', pathOf('bill.csv'), '--from', '2026-10-01', '--to', '2026-10-08')
  expect(captured.out).toMatch(/Wasted \$[\d,]+\.\d\d from 2026-10-01 to 2026-10-08/)
  expect(captured.out).toContain('66 environments')
  expect(captured.out).toMatch(/payments +America\/Los_Angeles +\$[\d,]+\.\d\d/)
  expect(captured.out).toContain('Recommendations')
  expect(captured.out).toContain('Note: Team payments: Country unknown. Holidays are not considered.')
})

it.each([
  [['nowhere.json'], /^File not found: .*nowhere\.json$/],
  [['events.ndjson', '--from', 'soon'], /^--from "soon" is not a date\. Use a date such as 2026-09-01\.$/],
  [
    ['events.ndjson', '--from', '2020-01-01', '--to', '2020-02-01'],
    /^The bill has charges from 2026-09-14 to 2026-10-20/,
  ],
  [['events.ndjson', '--currency', 'EUR'], /^The bill has no machines in EUR\. It uses USD\.$/],
  [['events.ndjson', '--format', 'gold'], /^Unknown format "gold"; the formats are focus-1\.0/],
  [['small.csv'], /has no columns that Kept knows/],
  [['events.ndjson', '--teams', 'events.ndjson'], /is not JSON/],
])('explains what is wrong: %j', async ([events = '', ...options], sentence) => {
  const paths = options.map((option) => (option.endsWith('.ndjson') ? pathOf(option) : option))
  await expect(run(pathOf(events), '--bill', pathOf('small.csv'), ...paths)).rejects.toThrow(sentence)
})
