/**
 * The ten tasks of a visitor with their clicks, counted from the screen that they begin on. Typing is no click, choosing
 * a file is one. None takes more than four, and each ends with what was asked for or with the way to do it by hand.
 */
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { focusSample } from './bill.ts'
import { newcomer } from './newcomer.ts'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()
const maxClicks = 4
const results: { task: string; clicks: number; seconds: number }[] = []

/** Does a task, and counts what it clicks. */
async function countClicks(task: string, act: (click: (target: Locator) => Promise<void>) => Promise<void>) {
  const start = performance.now()
  let clicks = 0
  await act(async (target) => {
    clicks += 1
    await target.click()
  })
  results.push({ task, clicks, seconds: (performance.now() - start) / 1000 })
  expect(clicks).toBeLessThanOrEqual(maxClicks)
}

afterAll(() => {
  for (const { task, clicks, seconds } of results)
    console.log(`${clicks} ${clicks === 1 ? 'click ' : 'clicks'}  ${seconds.toFixed(1).padStart(4)} s  ${task}`)
})

test('sign in to the demo', async () => {
  const page = await visit('/auth/login', { as: 'guest' })
  await countClicks('Sign in to the demo', async (click) => {
    await click(page.getByRole('button', { name: 'As an organization admin' }))
    await page.waitForURL(/\/admin$/)
  })
})

test('find the costliest service, and why it changed', async () => {
  const page = await visit('/dashboard')
  await countClicks('Costliest service and why', async (click) => {
    const services = page.getByRole('table', { name: 'Top services' })
    const row = services.locator('tbody tr').first()
    await click(row.getByRole('link', { name: /^Why did / }))
    const why = page.getByRole('dialog', { name: 'Why did this change?' })
    await why.getByText('Usage', { exact: true }).first().waitFor()
  })
})

test('upload a bill, and find its total', async () => {
  const page = await visit('/integrations', { as: 'admin' })
  await countClicks('Upload a bill and find its total', async (click) => {
    const chooser = page.waitForEvent('filechooser')
    await click(page.getByLabel('Drop bills here, or browse'))
    await (await chooser).setFiles(focusSample)
    await page.getByRole('status').getByText('focus-1.0-sample.csv.gz imported').waitFor()
    const line = page.getByRole('row').filter({ hasText: 'focus-1.0-sample.csv.gz' }).first()
    await click(line.getByRole('button', { name: /open reconciliation/ }))
    const proof = page.getByRole('region', { name: 'focus-1.0-sample.csv.gz', exact: true })
    await proof.getByText('$20.5202267248').first().waitFor()
  })
})

test('accept the top saving', async () => {
  const page = await visit('/savings')
  await countClicks('Accept the top saving', async (click) => {
    await click(page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr[data-row] td button').first())
    await click(page.getByRole('button', { name: 'Accept', exact: true }))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }))
    await page.getByRole('status').getByText('Recommendation accepted').waitFor()
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Recommendation reopened').waitFor()
})

test('create a budget that notifies Slack', async () => {
  const page = await visit('/budgets', { as: 'admin' })
  await page.getByRole('button', { name: 'Create budget' }).waitFor()
  await countClicks('Budget with Slack', async (click) => {
    await click(page.getByRole('button', { name: 'Create budget' }))
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Production')
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('50000')
    await page.getByLabel('Slack webhook URL').fill('https://hooks.slack.com/services/T000/B000/secret')
    await click(page.getByRole('button', { name: 'Create budget' }))
    await page.getByRole('heading', { name: 'Production' }).waitFor()
  })
  await page.getByRole('button', { name: 'Edit Production' }).click()
  const slack = page.getByRole('checkbox', { name: 'Slack' })
  await expect.poll(() => slack.isChecked()).toBe(true)
  await page.goto('/alerts')
  await page.getByRole('heading', { name: 'Budget Production' }).waitFor()
  await page.getByText('Notifies Slack.').waitFor()
})

test('stop the costliest loop', async () => {
  const page = await visit('/dashboard')
  await countClicks('Stop the costliest loop', async (click) => {
    await click(page.getByRole('link', { name: /^Stop loop/ }))
    const dialog = page.getByRole('dialog', { name: /^Stop / })
    await dialog.getByRole('button', { name: 'Stop it now' }).waitFor()
    // The calls that the button sends. It is not pressed: the loop would end for the other journeys too.
    await click(dialog.getByText(/^Request to/))
    await dialog.getByText(/^Needs /).waitFor()
  })
})

test('turn off a zombie', async () => {
  const page = await visit('/behavior')
  await countClicks('Deal with a zombie', async (click) => {
    await click(page.getByRole('button', { name: /^Turn off or delete/ }).first())
    await click(page.getByText(/^Stop dev-box-5/))
    await click(page.getByRole('button', { name: /^Copy for Stop dev-box-5/ }))
  })
})

test('export costs', async () => {
  const page = await visit('/costs')
  await countClicks('Export', async (click) => {
    await click(page.getByRole('button', { name: 'Export costs' }))
    const download = page.waitForEvent('download')
    await click(page.getByRole('menuitem', { name: 'Current groups', exact: true }))
    expect(readFileSync(await (await download).path(), 'utf8').split('\n').length).toBeGreaterThan(2)
  })
})

test('invite a person', async () => {
  const person = newcomer('Tess')
  const page = await visit('/admin/users', { as: 'admin' })
  await countClicks('Invite a person', async (click) => {
    await click(page.getByRole('button', { name: 'Invite', exact: true }))
    const dialog = page.getByRole('dialog', { name: 'Invite user' })
    await dialog.getByLabel('Email').fill(person.email)
    await click(dialog.getByRole('button', { name: 'Send invitation' }))
    await page.getByText(`Invitation sent to ${person.email}`).waitFor()
  })
})

test('change the commission', async () => {
  const page = await visit('/admin', { as: 'admin' })
  await countClicks('Change a commission', async (click) => {
    await click(page.getByText('Commission', { exact: true }).first())
    await page.getByLabel('Rate (%)').fill('20')
    await click(page.getByRole('button', { name: 'Save new version' }))
    await page.getByRole('status').getByText('Commission saved').waitFor()
  })
  // Said where it is read, not in the list of versions alone.
  await page.getByText(/^From .*: 20% flat/).waitFor()
})
