/** Off the path and ahead: anomalies, the forecast with what people know, and budgets, on a phone. */
import { expect, test } from 'vitest'
import { ask, faultsOf, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()
const beyond = 'document.documentElement.scrollWidth - window.innerWidth'

test('an anomaly shows its days and drivers on a phone, and takes an answer', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  await page.getByRole('heading', { name: 'What comes' }).waitFor()
  await page.getByText(/The last \d+ forecasts? of \d+ days(, made \d+ days? apart,)? were off by/).waitFor()
  await page.goto('/anomalies')
  await page.getByRole('button', { name: 'backfill' }).click()
  await page.getByRole('figure', { name: 'Actual cost by day, with what was expected' }).waitFor()
  await page.getByRole('table', { name: 'What drove it' }).waitFor()
  const answer = page.getByRole('button', { name: 'Expected', exact: true })
  await answer.click()
  await page.getByText(/answered: expected/).waitFor()
  expect(await answer.getAttribute('aria-pressed')).toBe('true')
  expect(await ask<number>(page, beyond)).toBeLessThanOrEqual(0)
  expect(await faultsOf(page)).toEqual([])
})

test('what counts as an anomaly can be set, and metrics have their own list', async () => {
  const page = await visit('/anomalies', { viewport: phone })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const least = page.getByLabel('Smallest excess of a day')
  await least.fill('a little')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Type an amount of zero or more').waitFor()
  await least.fill('7.50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('It holds from the next delivery on.').waitFor()
  await page.getByText('Metrics', { exact: true }).click()
  await page.getByText('No metric has left its path').waitFor()
  expect(await ask<number>(page, beyond)).toBeLessThanOrEqual(0)
})

test('the forecast follows what people know, and forgets it when told to', async () => {
  const page = await visit('/costs', { viewport: phone })
  await page.getByText(/The last \d+ forecasts? of \d+ days(, made \d+ days? apart,)? were off by/).waitFor()
  await page.getByRole('button', { name: 'Add an event' }).click()
  await page.getByLabel('What is known').fill('The reservation of the warehouse ends')
  await page.getByLabel('First day', { exact: true }).fill('2026-12-01')
  await page.getByRole('button', { name: 'Add the event' }).click()
  await page.getByText('Say what changes: percent, an amount, or both.').waitFor()
  await page.getByLabel('Percent a day').fill('35')
  await page.getByRole('button', { name: 'Add the event' }).click()
  await page.getByText(/35 % more a day/).waitFor()
  expect(await ask<number>(page, beyond)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: /Remove The reservation/ }).click()
  await page.getByText(/35 % more a day/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/35 % more a day/).waitFor()
  await page.getByRole('button', { name: /Remove The reservation/ }).click()
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  await page.getByRole('button', { name: 'Close message' }).click()
  await removed
})

test('a budget is changed where it stands, with its owner and thresholds', async () => {
  const page = await visit('/budgets', { viewport: phone })
  await page.getByRole('button', { name: 'Change Google Cloud' }).click()
  await page.getByLabel('Owner').fill('The data people')
  await page.getByLabel('Tell when spent, %').fill('50, 90, 100')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Owner: The data people/).waitFor()
  expect(await ask<number>(page, beyond)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Change Google Cloud' }).click()
  expect(await page.getByLabel('Tell when spent, %').inputValue()).toBe('50, 90, 100')
  expect(await page.getByLabel('On what').count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
})
