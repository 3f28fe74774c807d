/**
 * What `npm run lighthouse` asks of every page, asked of two, as far as a busy machine cannot change the answer: the
 * performance of a page is measured by that command, on a machine with nothing else to do.
 */
import { expect, inject, test } from 'vitest'
import { categories, leastScore, measurePage } from '../tools/lighthouse.ts'

test.each(['/', '/docs/savings-method'])(`%s has at least ${leastScore} of Lighthouse`, async (path) => {
  const { scores, faults } = await measurePage(inject('url'), path)
  const low = categories.filter((name, index) => name !== 'performance' && (scores[index] ?? 0) < leastScore)
  expect(low, `${scores.join(' ')}: ${faults.join(', ')}`).toEqual([])
})
