import { expect, it } from 'vitest'
import type { EvaluatedEnvironment } from './environment-analysis.ts'
import { recommend } from './recommendations.ts'

const quartersOfMonth = 30 * 96

/** What a recommendation reads of an environment that ran the complete month , has an owner and no schedule. */
function environment(id: string, zombie: { is: boolean; confidence: number; evidence: string[] }, cost: bigint) {
  const analysis = { environment_id: id, environment_name: id, currency: 'USD', orphan_reasons: [] }
  return {
    ...{ analysis, zombie, measured: { cost }, schedule: { recommendation: null }, timeout: null },
    input: {
      window: { from: 0, to: quartersOfMonth },
      running: { from: new Int32Array([0]), to: new Int32Array([quartersOfMonth]) },
    },
    grid: { running: new Uint8Array(quartersOfMonth).fill(1), used: new Uint8Array(quartersOfMonth) },
  } as unknown as EvaluatedEnvironment
}

it('recommends to delete zombies only, the dearest first, and names the risk of a doubtful one', () => {
  const sure = { is: true, confidence: 0.95, evidence: ['No activity'] }
  const result = recommend([
    environment('cheap', { ...sure, confidence: 0.9 }, 12_000_000_000n),
    environment('dear', sure, 24_000_000_000n),
    environment('used', { ...sure, is: false }, 36_000_000_000n),
  ])
  expect(result.map(({ id, risk_level }) => [id, risk_level])).toEqual([
    ['delete_zombie:dear', 'low'],
    ['delete_zombie:cheap', 'medium'],
  ])
})
