/** From the sign-up to the first recommendation, and the next step that every page shows until then. */
import { expect, test } from 'vitest'
import { focusSample } from './bill.ts'
import { join, newcomer, signIn } from './newcomer.ts'
import { evaluateExpression, findPageErrors, phone, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()
const beyond = 'document.documentElement.scrollWidth - window.innerWidth'

test('from the sign-up to the first recommendation, continued on another device', async () => {
  const person = newcomer('Nora')
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora & Partners')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Drop a bill here, or browse').waitFor()

  // A phone, without the storage of that browser: progress is derived from existing data.
  const other = await visit('/auth/login', { as: 'guest', viewport: phone })
  await signIn(other, person)
  await other.waitForURL(/\/admin$/)
  await other.goto('/client')
  await waitUntilIdle(other)
  const card = other.getByRole('region', { name: 'Get started' })
  await card.getByText('1 of 5 done').waitFor()
  await card.getByText('Next: first bill.').waitFor()
  expect(await findPageErrors(other)).toEqual([])
  await card.getByRole('link', { name: 'Continue' }).click()
  await other.locator('input[type=file]').setInputFiles(focusSample)
  const shows = other.getByRole('region', { name: 'Savings found' })
  await shows.getByRole('link', { name: /View evidence|View costs/ }).waitFor()
  await other.getByText('Bills from Sep 1, 2024 to').waitFor()

  await other.getByLabel('Team', { exact: true }).fill('payments')
  await other.getByLabel('Time zone').fill('Nowhere/Land')
  await other.getByRole('button', { name: 'Add team' }).click()
  await other.getByText('Enter a time zone such as Europe/Berlin.').waitFor()
  await other.getByLabel('Time zone').fill('Europe/Berlin')
  await other.getByRole('button', { name: 'Add team' }).click()
  await other.getByLabel('Monthly budget').fill('1200')
  await other.getByRole('button', { name: 'Set the budget' }).click()
  await other.getByRole('button', { name: 'Skip Invite your team' }).click()
  await other.getByText('Skipped. You can do this any time.').waitFor()
  expect(await evaluateExpression<number>(other, beyond)).toBeLessThanOrEqual(0)
  expect(await findPageErrors(other)).toEqual([])

  // The first browser knows all of it, and puts the rest away for good.
  await page.goto('/client')
  await waitUntilIdle(page)
  const checklist = page.getByRole('region', { name: 'Get started' })
  await checklist.getByText('4 of 5 done').waitFor()
  await checklist.getByRole('button', { name: 'Dismiss' }).click()
  await checklist.waitFor({ state: 'detached' })
  await page.reload()
  await waitUntilIdle(page)
  expect(await checklist.count()).toBe(0)
})

test('a new organization sees the same next step on every screen', async () => {
  const person = newcomer('Fay')
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  const steps: readonly (readonly [path: string, title: string, step: string])[] = [
    ['/dashboard', 'No bills yet', 'Upload a bill'],
    ['/client', 'Get started', 'Start'],
    ['/resources', 'No resources yet', 'Upload a bill'],
    ['/costs', 'No costs yet', 'Upload a bill'],
    ['/savings', 'No recommendations yet', 'Upload a bill'],
    ['/reports', 'No reports yet', 'Upload a bill'],
    ['/anomalies', 'No anomalies yet', 'Upload a bill'],
    ['/budgets', 'No budgets yet', 'Create budget'],
    ['/behavior', 'No bill yet', 'Upload a bill'],
  ]
  for (const [path, title, step] of steps) {
    await page.goto(path)
    await waitUntilIdle(page)
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: title }).waitFor()
    await main
      .getByRole('link', { name: step })
      .or(main.getByRole('button', { name: step }))
      .first()
      .waitFor()
    expect(await main.getByRole('alert').filter({ hasText: /./ }).count(), path).toBe(0)
  }
})
