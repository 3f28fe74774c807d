import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { forecastCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-forecast-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  forget()
})
const { terminal, captured, forget } = captureTerminal(120)
const run = (...args: string[]) =>
  forecastCommand(terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parseAsync(args, { from: 'user' })

function file(name: string, rows: number): string {
  const path = join(folder, name)
  const lines = Array.from({ length: rows }, (_, i) => {
    const time = new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString()
    return `${time},${100 + 20 * Math.sin((2 * Math.PI * i) / 24) + ((i * 7919) % 11) / 4}`
  })
  writeFileSync(path, `timestamp,value\n${lines.join('\n')}\n`)
  return path
}

it('prints a forecast as JSON and as a table', async () => {
  const path = file('hours.csv', 500)
  await run(path, '--horizon', '48', '--season', '24', '--json')
  const { point, lower95, upper95, lower80, upper80, method, timestamps } = JSON.parse(captured.out)
  expect([point, lower95, upper95, lower80, upper80, timestamps].map(({ length }) => length)).toEqual(Array(6).fill(48))
  expect(timestamps[0]).toBe('2026-01-21T20:00:00.000Z')
  expect(method).toMatch(/naive|autoregression/)
  for (let h = 0; h < 48; h += 1) {
    const wave = 101.25 + 20 * Math.sin((2 * Math.PI * (500 + h)) / 24)
    expect(Math.abs(point[h] - wave)).toBeLessThan(3)
    expect(
      lower95[h] <= lower80[h] && lower80[h] <= point[h] && point[h] <= upper80[h] && upper80[h] <= upper95[h],
    ).toBe(true)
  }
  forget()
  await run(path, '--horizon', '2')
  expect(captured.out).toMatch(/^timestamp +point +lower 80% .*\n-.*\n2026-01-21T20:00:00Z +\d+\.\d+ /)
})

it('sums all rows with an interval of their own', async () => {
  const path = file('more-hours.csv', 500)
  await run(path, '--horizon', '48', '--json')
  const { point, lower80, upper80, total } = JSON.parse(captured.out)
  const add = (rows: number[]) => rows.reduce((sum, value) => sum + value, 0)
  expect(total.point).toBeCloseTo(add(point), 6)
  const inOrder = ['lower95', 'lower80', 'lower50', 'point', 'upper50', 'upper80', 'upper95'].map((name) => total[name])
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(total.upper80 - total.lower80).toBeLessThan(add(upper80) - add(lower80))
  // The wave is nothing over two days: only its mean is left.
  expect(Math.abs(total.point / (48 * 101.25) - 1)).toBeLessThan(0.01)
  forget()
  await run(path, '--horizon', '48')
  expect(captured.out).toMatch(/Sum of 48 rows: 48\d\d.* \(.* to .*, 80% likely\)\.\nMethod: /)
})

it('rejects invalid input with one sentence', async () => {
  const path = file('two.csv', 2)
  await expect(run(path, '--horizon', '3')).rejects.toThrow(/two.csv has fewer than three values/)
  await expect(run(path, '--horizon', 'far')).rejects.toThrow('--horizon "far" must be a whole number from 1 to 10000.')
  await expect(run(path, '--horizon', '3', '--season', '0')).rejects.toThrow('--season "0" must be a whole number')
  await expect(run(path)).rejects.toThrow(/required option '--horizon/)
})
