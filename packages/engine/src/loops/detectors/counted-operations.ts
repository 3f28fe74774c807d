/** How many operations the retries of a counter belong to, where they are counted under the same name. */
import { countedIn, type Series } from '../aggregate/series.ts'
import type { View } from '../view.ts'

const retryWord = /retr(y|ies)|resend/i
/** What is tried again, in the words of clients and producers. */
const operation =
  /^(sends?|sent|requests?|calls?|operations?|publish(es|ed)?|writes?|reads?|commits?|inserts?)([^a-z]|$)/i

/**
 * Counted in the window by the series whose name differs only in what follows the prefix of the retries (`record_send_total`
 * beside `record_retry_total`); undefined where there is none.
 */
export function operationsOfRetries(
  { metric, resource, labels }: Series,
  view: View,
  minutes: number,
): number | undefined {
  const at = metric.search(retryWord)
  if (at < 1) return undefined
  const prefix = metric.slice(0, at)
  const counts = view.series
    .ofResource(resource.id)
    .filter((other) => other.metric.startsWith(prefix) && operation.test(other.metric.slice(at)))
    .filter((other) => other.labels.subject === labels.subject)
    .map((other) => countedIn(other, view.minute, minutes))
    .filter((count) => count !== undefined)
  return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0)
}
