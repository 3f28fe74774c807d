import { expect, it } from 'vitest'
import { defaultRule, metricPoints, observedView } from '../testing/observed-view.ts'
import { infiniteRetry } from './infinite-retry.ts'

const rule = defaultRule('infinite_retry')
const counter = (metric: string, value: number) =>
  metricPoints(metric, new Array<number>(6).fill(value), { kind: 'delta' })
/** Records, attempts after the first, and what was given up, in each minute. */
function evaluate(retries: number, operations: [metric: string, value: number], errors = 0) {
  const points = [...counter('producer_record_retry_total', retries), ...counter(...operations)]
  const view = observedView({ points: [...points, ...counter('producer_record_error_total', errors)] })
  return infiniteRetry.evaluate({ view, rule })
}

it('holds retries against the operations that are counted under the same name', () => {
  expect(evaluate(2000, ['producer_record_send_total', 200])).toMatchObject([
    { shape: true, gate: true, volume: 10_000 },
  ])
  expect(evaluate(2000, ['consumer_record_send_total', 200])).toMatchObject([{ shape: false }])
})

it('takes what is tried again for failed, though nothing was given up', () => {
  const failing = (retries: number) =>
    evaluate(retries, ['producer_record_send_total', 200])[0]?.features.find(({ name }) => name === 'failing')
  expect(failing(2000)).toMatchObject({ is_met: true })
  expect(failing(2000)?.value).toBeCloseTo(2000 / 2200, 6)
})

it('leaves a second and third attempt alone', () => {
  expect(evaluate(400, ['producer_record_send_total', 200])).toMatchObject([{ excludedBy: 'at most 3 attempts' }])
  expect(evaluate(700, ['producer_record_send_total', 200])[0]?.shape).toBe(false)
})
