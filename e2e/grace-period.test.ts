/** A deletion with a grace period, on the simulated clouds of the demo: marked with its date, and restored. */
import { expect, test } from 'vitest'
import { findPageErrors, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a volume is marked for deletion, shown with its date on every size of screen, and restored', async () => {
  const page = await visit('/savings')
  const { data } = (await (await page.request.get('/v1/cost-optimization/recommendations')).json()) as {
    data: { id: string; rule: string }[]
  }
  const volume = data.find(({ rule }) => rule === 'unattached-volume')
  const path = `/savings?recommendation=${volume?.id}`
  await page.goto(path)
  const section = page.getByRole('region', { name: 'Do it now' })
  await section.getByRole('button', { name: 'Back up and delete the volume' }).click()
  const plan = page.getByRole('dialog', { name: 'Back up and delete the volume' })
  await plan.getByText('Dry run. Nothing has changed yet.').waitFor()
  await plan.getByText(/^Requests to .+ now \(1\)$/).waitFor()
  await plan.getByText('Requests when the grace period has ended (2)').waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await plan.getByRole('button', { name: 'Mark it now' }).click()
  const waiting = section.getByRole('listitem').filter({ hasText: 'Waiting to be deleted' })
  await waiting.getByText(/^Deleted on .+ unless restored\.$/).waitFor()

  // What is lost is said before the period is ended early, and nothing happens without a second click.
  await section.getByRole('button', { name: 'Delete now' }).click()
  const question = page.getByRole('dialog', { name: /^Delete .+ now\?$/ })
  await question.getByText('Its grace period ends at once.').waitFor()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await question.waitFor({ state: 'detached' })
  await waiting.waitFor()

  const small = await visit(path, { viewport: phone, colorScheme: 'dark' })
  const narrow = small.getByRole('region', { name: 'Do it now' })
  await narrow.getByText(/^Deleted on .+ unless restored\.$/).waitFor()
  expect(await findPageErrors(small)).toEqual([])
  await narrow.getByRole('button', { name: 'Restore' }).click()
  await narrow.getByRole('listitem').filter({ hasText: 'Undone' }).waitFor()
  await page.reload()
  await section.getByRole('button', { name: 'Back up and delete the volume' }).waitFor()
})
