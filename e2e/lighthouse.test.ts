/**
 * What `npm run lighthouse` asks of every page, asked of some, as far as a busy machine cannot change the answer: the
 * performance of a page is measured by that command, on a machine with nothing else to do.
 */
import { expect, test } from 'vitest'
import { categories, dashboard, measurePage, minScoreOf } from '../tools/lighthouse.ts'
import { servedKept } from './served.ts'

const steady = categories.filter((name) => name !== 'performance')

test.each(['/', '/docs/savings-method', dashboard])('%s reaches the Lighthouse scores', async (path) => {
  const { scores, failedAudits: failures } = await measurePage(servedKept().url, path, steady)
  const low = steady.filter((_, index) => (scores[index] ?? 0) < minScoreOf(path))
  expect(low, `${scores.join(' ')}: ${failures.join(', ')}`).toEqual([])
})
