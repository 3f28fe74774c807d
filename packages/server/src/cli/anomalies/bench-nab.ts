import { judgeSeries } from '@kept/engine/anomalies/judge-series.ts'
import { type NabScore, nabScore } from '@kept/engine/anomalies/judging/nab-score.ts'
import type { NabFolder } from './nab-folder.ts'

export interface NabResult {
  files: number
  absent: number
  rows: number
  /** Time of judging, without reading. */
  seconds: number
  profiles: ({ name: string } & NabScore)[]
}

/** The metric engine over every file of the folder, scored by the benchmark's rules. */
export function benchNab({ files, absent, profiles }: NabFolder): NabResult {
  const started = performance.now()
  const corpus = files.map(({ rows, windows }) => ({
    scores: judgeSeries(rows, 'metric').map(({ score }) => score),
    windows,
  }))
  const seconds = (performance.now() - started) / 1000
  return {
    files: files.length,
    absent: absent.length,
    rows: files.reduce((total, { rows }) => total + rows.length, 0),
    seconds,
    profiles: profiles.map((profile) => ({ name: profile.name, ...nabScore(corpus, profile) })),
  }
}
