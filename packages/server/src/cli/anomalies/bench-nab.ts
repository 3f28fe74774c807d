import { evaluateSeries } from '@kept/engine/anomalies/evaluate-series.ts'
import { type NabScore, nabScore } from '@kept/engine/anomalies/scoring/nab-score.ts'
import type { NabFolder } from './nab-folder.ts'

interface NabResult {
  files: number
  absent: number
  rows: number
  /** Time of the evaluation, without reading. */
  seconds: number
  profiles: ({ name: string } & NabScore)[]
}

/** Runs the metric engine on every file of the folder and scores it by the benchmark's rules. */
export function benchNab({ files, absent, profiles }: NabFolder): NabResult {
  const started = performance.now()
  const corpus = files.map(({ rows, windows }) => ({
    scores: evaluateSeries(rows, 'metric').map(({ score }) => score),
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
