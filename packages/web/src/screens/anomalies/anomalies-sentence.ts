/** What the anomalies come to, in a sentence. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { isNegative, sum } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

interface AnomaliesSentence {
  /** "$1,328.81"; currencies are never added. */
  amount: string
  rest: string
}

type Incident = Pick<Anomaly, 'excess' | 'currency' | 'first_day' | 'status' | 'feedback'>

/** Counts what cost more than expected, without what someone called expected. Null where nothing did. */
export function describeAnomalies(anomalies: readonly Incident[]): AnomaliesSentence | null {
  const over = anomalies.filter(
    ({ excess, feedback, status }) => !isNegative(excess) && feedback !== 'expected' && status !== 'withdrawn',
  )
  const first = over.map(({ first_day: day }) => day).toSorted()[0]
  if (first === undefined) return null
  const amounts = [...Map.groupBy(over, ({ currency }) => currency)].map(([currency, incidents]) =>
    formatMoney(sum(incidents.map(({ excess }) => excess)), currency),
  )
  const running = over.filter(({ status }) => status === 'open').length
  return {
    amount: amounts.join(' and '),
    rest: `more than expected since ${formatDay(first)}. ${describeRunning(running, over.length)}`,
  }
}

function describeRunning(running: number, total: number): string {
  if (running === 0) return total === 1 ? 'It has ended.' : 'All have ended.'
  if (total === 1) return 'It is still running.'
  return `${running} of ${total} ${running === 1 ? 'is' : 'are'} still running.`
}
