/**
 * The warehouse of the scale benchmark: slices of lines from one seed, added until it is large enough. With a folder of
 * its own a run that was stopped goes on where it was, and a larger one begins with the lines of a smaller.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { timed } from './benchmark.ts'
import { scope } from './cube.ts'
import { generateCostLines } from './cube-lines.ts'

/** One estate has four slices, a year; the next ones are other estates. */
const sliceLines = 10_000_000
const slicesOfEstate = 4

interface Slice {
  lines: number
  loads: string[]
  generateMs: number
  rollUpMs: number
}

export interface ScaleState {
  slices: Slice[]
  /** Of sizes that are measured, by their lines: rows of the table, in text. */
  measured: Record<string, Record<string, string>>
}

export function readState(folder: string): ScaleState {
  const file = stateFile(folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScaleState) : { slices: [], measured: {} }
}

export function saveState(folder: string, state: ScaleState): void {
  writeFileSync(`${stateFile(folder)}.new`, JSON.stringify(state))
  renameSync(`${stateFile(folder)}.new`, stateFile(folder))
}

const stateFile = (folder: string) => join(folder, 'scale.json')

export const linesOf = ({ slices }: ScaleState) => slices.reduce((sum, { lines }) => sum + lines, 0)
export const loadsOf = ({ slices }: ScaleState) => slices.flatMap(({ loads }) => loads)

const tables = ['cost_line', 'cost_daily', 'cost_daily_resource', 'cost_value', 'rolled_up_load']

/** Removes what a stopped run left behind: a slice that is not complete, and imports. */
export async function removeUnfinished(warehouse: Warehouse, state: ScaleState): Promise<void> {
  for (const table of tables)
    await warehouse.execute(
      scope,
      `ALTER TABLE ${table} DELETE WHERE organization_id = {organization_id:UUID} AND load_id NOT IN {loads:Array(String)}`,
      { loads: loadsOf(state) },
      { settings: { mutations_sync: '1' } },
    )
}

/** Adds slices until there are so many lines, and saves each. */
export async function growTo(
  warehouse: Warehouse,
  folder: string,
  state: ScaleState,
  { lines, print }: { lines: number; print(text: string): void },
): Promise<void> {
  while (linesOf(state) < lines) {
    const index = state.slices.length
    const count = Math.min(sliceLines, lines - linesOf(state))
    const firstMonth = addMonths('2026-02', (index % slicesOfEstate) * 3)
    const estate = { number: Math.floor(index / slicesOfEstate), firstDay: `${firstMonth}-01` }
    let loads: string[] = []
    const generateMs = await timed(async () => {
      loads = await generateCostLines(warehouse, scope, count, estate)
    })
    const rollUpMs = await timed(() => rollUpLoads(warehouse, scope, loads))
    state.slices.push({ lines: count, loads, generateMs, rollUpMs })
    saveState(folder, state)
    print(
      `${linesOf(state).toLocaleString('en-US')} lines: generated in ${seconds(generateMs)} s, rolled up in ${seconds(rollUpMs)} s`,
    )
  }
}

export const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

interface TableSize {
  rows: number
  bytes: number
}

export async function tableSizes(warehouse: Warehouse): Promise<Map<string, TableSize>> {
  const rows = await warehouse.inspect<TableSize & { name: string }>(
    `SELECT table AS name, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)} GROUP BY name`,
    { tables },
  )
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}
