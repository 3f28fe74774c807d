/** Reads a folder of the Numenta Anomaly Benchmark: its own layout, or data/, windows.json and profiles.json. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { badInput } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { type NabProfile, nabProfiles } from '@kept/engine/anomalies/scoring/nab-score.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { z } from 'zod'
import { readInstant } from '../series/read-instant.ts'
import { readSeries, type SeriesRow } from '../series/read-series.ts'

const windowsSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])))
const weight = z.number().nonnegative()
const profilesSchema = z.record(
  z.string(),
  z.object({ CostMatrix: z.object({ tpWeight: weight, fpWeight: weight, fnWeight: weight }) }),
)

export interface NabFile {
  name: string
  rows: SeriesRow[]
  windows: { from: number; to: number }[]
}

export interface NabFolder {
  files: NabFile[]
  /** Labeled, but not in the folder. */
  absent: string[]
  profiles: NabProfile[]
}

export async function readNabFolder(folder: string): Promise<NabFolder> {
  const labels = ['labels/combined_windows.json', 'windows.json'].map((name) => join(folder, name)).find(existsSync)
  if (!labels) {
    throw badInput(
      `${folder} has no windows.json and no labels/combined_windows.json. Pass the folder of the benchmark.`,
    )
  }
  const windows = readBy(windowsSchema, await readJsonFile(labels), labels)
  const files: NabFile[] = []
  const absent: string[] = []
  for (const [name, spans] of Object.entries(windows).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = [name, `${name}.gz`].map((file) => join(folder, 'data', file)).find(existsSync)
    if (!path) {
      absent.push(name)
      continue
    }
    const { rows } = await readSeries(path)
    files.push({ name, rows, windows: spans.map((span) => rowsOf(span, rows, `${labels}, ${name}`)) })
  }
  if (files.length === 0)
    throw badInput(`None of the ${absent.length} files of ${labels} is in ${join(folder, 'data')}.`)
  return { files, absent, profiles: await readProfiles(folder) }
}

/** First and last row of a window given by its times. */
function rowsOf([first, last]: [string, string], rows: SeriesRow[], location: string): { from: number; to: number } {
  const [from, to] = [first, last].map((time) => {
    const { at } = readInstant(time, location)
    const row = rows.findIndex((candidate) => candidate.at === at)
    if (row === -1) throw badInput(`${location}: no row has the time ${time} of a window.`)
    return row
  })
  return { from: from ?? 0, to: to ?? 0 }
}

async function readProfiles(folder: string): Promise<NabProfile[]> {
  const path = ['config/profiles.json', 'profiles.json'].map((name) => join(folder, name)).find(existsSync)
  if (!path) return Object.values(nabProfiles)
  return Object.entries(readBy(profilesSchema, await readJsonFile(path), path)).map(([name, { CostMatrix }]) => ({
    name,
    truePositive: CostMatrix.tpWeight,
    falsePositive: CostMatrix.fpWeight,
    falseNegative: CostMatrix.fnWeight,
  }))
}

async function readJsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw badInput(`${path} is not JSON: ${messageOf(cause)}.`)
  }
}
