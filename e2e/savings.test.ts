import { expect, test } from 'vitest'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a recommendation shows its evidence, is dismissed with a reason, and restored', async () => {
  const page = await visit('/savings')
  const table = page.getByRole('table', { name: 'Recommendations' })
  const rows = table.locator('tbody tr[data-row]')
  await rows.first().waitFor()
  const row = table.locator(`tr[data-row="${await rows.first().getAttribute('data-row')}"]`)
  const first = row.getByRole('button').first()
  const title = (await first.textContent()) ?? ''
  await first.click()
  const evidence = page.getByRole('region', { name: title, exact: true })
  await evidence.getByRole('region', { name: 'Evidence' }).waitFor()
  expect(await evidence.getByRole('region', { name: 'Evidence' }).locator('dd').count()).toBeGreaterThan(0)
  expect(page.url()).toContain('recommendation=')

  await evidence.getByRole('button', { name: 'Dismiss' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss this recommendation?' })
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('button', { name: 'Needed as it is' }).click()
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('status').getByText('Recommendation dismissed').waitFor()
  await row.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Recommendation reopened').waitFor()
  // Another option of its resource may have taken its place, until the rules have run again.
  await row.waitFor()
})

test('the list is searched and sorted, and the address keeps it', async () => {
  const page = await visit('/savings')
  await page.getByPlaceholder('Search recommendations').fill('zzz no such recommendation')
  await page.getByText('No recommendations match.').waitFor()
  expect(page.url()).toContain('q=zzz')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const head = page.getByRole('columnheader', { name: /^Cost/ })
  await head.getByRole('button').click()
  await expect.poll(() => page.url()).toContain('sort=-cost')
})

test('every rule shows what it evaluated, and why it found nothing', async () => {
  const page = await visit('/savings?tab=rules')
  const rules = page.getByRole('table', { name: 'Rule results' })
  await rules.waitFor()
  expect(await rules.locator('tbody tr').count()).toBeGreaterThanOrEqual(10)
})

test('a recommendation is accepted with an owner and a due date, listed as accepted, and reopened', async () => {
  const page = await visit('/savings')
  const first = page
    .getByRole('table', { name: 'Recommendations' })
    .locator('tbody tr[data-row]')
    .nth(1)
    .getByRole('button')
    .first()
  const title = (await first.textContent()) ?? ''
  await first.click()
  const evidence = page.getByRole('region', { name: title, exact: true })
  await evidence.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept this recommendation?' })
  await dialog.getByRole('button', { name: /^Owner: / }).click()
  const team = page.getByRole('group', { name: 'Teams' }).getByRole('option').first()
  const owner = (await team.textContent()) ?? ''
  await team.click()
  await dialog.getByLabel('Due').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  const status = page.getByRole('status')
  await status.getByText('Recommendation accepted').waitFor()

  await page.getByRole('tab', { name: 'Accepted' }).click()
  await page.getByRole('table', { name: 'Recommendations' }).getByRole('button', { name: title }).click()
  await evidence.getByText(`Owner: ${owner}, due Dec 31, 2099`).waitFor()
  await evidence.getByText(/^Accepted by /).waitFor()

  // A link to it opens it though the list of open ones lacks it, and what is being written survives a decision.
  const id = new URL(page.url()).searchParams.get('recommendation')
  await page.goto(`/savings?recommendation=${id}`)
  await evidence.getByText(`Owner: ${owner}, due Dec 31, 2099`).waitFor()
  await evidence.getByLabel('Write a comment').fill('Not before the new year.')
  await evidence.getByRole('button', { name: 'Reopen' }).click()
  await status.getByText('Recommendation reopened').waitFor()
  await evidence.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  expect(await evidence.getByLabel('Write a comment').inputValue()).toBe('Not before the new year.')
})

test('groups add up to the list, and several recommendations are snoozed and restored by keyboard', async () => {
  const page = await visit('/savings?group=rule')
  const table = page.getByRole('table', { name: 'Recommendations' })
  await table.locator('tbody tr[data-row]').first().waitFor()
  expect(await table.locator('tbody').count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: /^Show all \d+$/ }).click()
  const rows = table.locator('tbody tr[data-row]')
  for (let row = 0; row < 2; row += 1) {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
  }
  await page.getByRole('region', { name: 'Selection' }).getByText('2 selected').waitFor()
  const selected = rows.filter({ has: page.getByRole('checkbox', { checked: true }) })
  const ids = await Promise.all((await selected.all()).map((row) => row.getAttribute('data-row')))
  expect(ids).toHaveLength(2)
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Snooze 2 recommendations?' }).getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('status').getByText('2 recommendations snoozed').waitFor()
  // Where there is another option for a resource, it takes the place.
  await page.getByRole('tab', { name: 'Snoozed 2' }).waitFor()
  await page.keyboard.press('u')
  await page.getByRole('status').getByText('2 recommendations reopened').waitFor()
  for (const id of ids) await table.locator(`tr[data-row="${id}"]`).waitFor()
})

test('a comment is written and deleted', async () => {
  const page = await visit('/savings')
  await page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr[data-row] td button').first().click()
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByLabel('Write a comment').fill('Can this go?')
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  await comments.getByRole('listitem').getByText('Can this go?', { exact: true }).waitFor()
  await comments.getByRole('button', { name: /^Delete your comment/ }).click()
  await comments.getByText('No comments yet.').waitFor()
})
