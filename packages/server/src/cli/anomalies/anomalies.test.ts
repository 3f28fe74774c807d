import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { anomaliesCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-anomalies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  forget()
})
const { terminal, captured, forget } = captureTerminal(120)
const run = (...args: string[]) => anomaliesCommand(terminal).exitOverride().parseAsync(args, { from: 'user' })

/** Ten days of five minutes with a burst of load near the end. */
const times = Array.from({ length: 2880 }, (_, i) =>
  new Date(Date.UTC(2026, 0, 1) + i * 300_000).toISOString().slice(0, 19).replace('T', ' '),
)
const value = (i: number) =>
  30 + 10 * Math.sin((2 * Math.PI * i) / 288) + ((i * 7919) % 13) / 13 + (i >= 2500 && i < 2520 ? 45 : 0)
const csv = `timestamp,value\n${times.map((time, i) => `${time},${value(i)}`).join('\n')}\n`

it('prints one row for each input row, as text and as JSON', async () => {
  const path = join(folder, 'load.csv')
  writeFileSync(path, csv)
  await run(path)
  const lines = captured.out.trim().split('\n')
  expect([lines.length, lines[0]]).toEqual([2881, 'timestamp,score,alert,severity'])
  expect(lines[2501]).toMatch(/^2026-01-09 16:20:00,0\.\d+,true,0\.\d+$/)
  forget()
  await run(path, '--json')
  const rows = JSON.parse(captured.out)
  expect(Object.keys(rows[0])).toEqual(['timestamp', 'score', 'alert', 'severity'])
  expect(rows[2500]).toMatchObject({ timestamp: times[2500], alert: true })
  await expect(run(path, '--as', 'gold')).rejects.toThrow('Unknown kind "gold" in --as. Use metric or cost.')
})

it('scores a folder by the rules of NAB, in either layout', async () => {
  for (const [layout, labels] of [
    ['own', 'windows.json'],
    ['nab', 'labels/combined_windows.json'],
  ] as const) {
    const root = join(folder, layout)
    mkdirSync(join(root, 'data', 'one'), { recursive: true })
    mkdirSync(join(root, 'labels'), { recursive: true })
    writeFileSync(join(root, 'data', 'one', 'load.csv'), csv)
    const windows = { 'one/load.csv': [[`${times[2480]}.000000`, `${times[2560]}.000000`]], 'one/absent.csv': [] }
    writeFileSync(join(root, labels), JSON.stringify(windows))
    forget()
    await run(root, '--bench', 'nab', '--json')
    const result = JSON.parse(captured.out)
    expect(result).toMatchObject({ files: 1, absent: 1, rows: 2880 })
    expect(result.profiles.map(({ name }: { name: string }) => name)).toEqual([
      'standard',
      'reward_low_FP_rate',
      'reward_low_FN_rate',
    ])
    expect(result.profiles[0]).toMatchObject({ detected: 1, windows: 1, falseAlerts: 0 })
    expect(result.profiles[0].normalized).toBeGreaterThan(90)
  }
  forget()
  await run(join(folder, 'own'), '--bench', 'nab')
  expect(captured.out).toMatch(/standard +9\d\.\d +0\.\d+ +1 of 1 +0\n/)
})

it('rejects a folder that is not a benchmark', async () => {
  await expect(run(folder, '--bench', 'nab')).rejects.toThrow(/has no windows.json and no labels/)
  await expect(run(folder, '--bench', 'gold')).rejects.toThrow('Unknown benchmark "gold" in --bench. Use nab.')
  const root = join(folder, 'off')
  mkdirSync(join(root, 'data'), { recursive: true })
  writeFileSync(join(root, 'windows.json'), '{"a.csv":[["2030-01-01","2030-01-02"]]}')
  await expect(run(root, '--bench', 'nab')).rejects.toThrow(/None of the 1 files/)
  writeFileSync(join(root, 'data', 'a.csv'), csv)
  await expect(run(root, '--bench', 'nab')).rejects.toThrow(/no row has the time 2030-01-01 of a window/)
})

it('expects the public holidays of a country in daily cost', async () => {
  // Offices of Germany from November 2025: holidays cost half, and on Whit Monday twice that is spent.
  const cheap = new Set([
    '2025-12-25',
    '2025-12-26',
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
  ])
  const dates = Array.from({ length: 230 }, (_, i) => new Date(Date.UTC(2025, 10, 1 + i)).toISOString().slice(0, 10))
  const rows = dates.map((date, i) => `${date},${(cheap.has(date) ? 100 : 200) * (1 + 0.03 * Math.sin(i * 12.9898))}`)
  const path = join(folder, 'cost.csv')
  writeFileSync(path, `timestamp,value\n${rows.join('\n')}\n`)
  const alertsOf = async (...args: string[]) => {
    forget()
    await run(path, '--json', ...args)
    return (JSON.parse(captured.out) as { timestamp: string; alert: boolean }[])
      .filter(({ alert }) => alert)
      .map(({ timestamp }) => timestamp.slice(0, 10))
  }
  expect(await alertsOf('--country', 'DE')).toEqual(['2026-05-25'])
  // Without the country no one sees the spike, and two holidays in a row look like a drop.
  expect(await alertsOf()).toEqual(['2025-12-26'])
  await expect(run(path, '--country', 'XX')).rejects.toThrow('Unknown country "XX" in --country.')
})
