import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { linkInMail } from './mail.ts'
import { invite, newcomer, signUp } from './newcomer.ts'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })

test('an invitation is sent, accepted with its address only, and the new user is listed', async () => {
  const person = newcomer('Iris')
  const page = await visit('/admin/users', { as: 'admin' })
  await invite(page, person)
  await expect.poll(() => rowOf(page, person.full_name).textContent()).toContain('Invited')

  const link = await linkInMail(person.email, /invit/i)
  // Another user with the link cannot use it.
  const thief = await visit(link, { as: 'demo-client' })
  await thief.getByText('but the invitation was sent to').waitFor()
  expect(await thief.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0)

  const guest = await visit(link, { as: 'guest' })
  await guest.getByRole('heading', { name: /^Join Ledger/ }).waitFor()
  await guest.getByRole('link', { name: 'Create account' }).click()
  await guest.getByLabel('Email').waitFor()
  expect(await guest.getByLabel('Email').inputValue()).toBe(person.email)
  await signUp(guest, person)
  // The address confirmed is the invitation taken up.
  await guest.goto(await linkInMail(person.email, /verify/i))
  await guest.waitForURL(/\/client$/)
  await guest.getByText('Ledger & Daughters').first().waitFor()

  await page.reload()
  await rowOf(page, person.full_name).getByText('Active').waitFor()
})

test('a bulk change is rejected completely with the reason, or applied and undone', async () => {
  const page = await visit('/admin/users?status=active', { as: 'admin' })
  const guest = table(page).getByRole('row').filter({ hasText: 'Iris Newcomer' })
  const undo = async (message: RegExp) => {
    await page.getByRole('status').getByText(message).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
  }
  const bar = page.getByRole('region', { name: 'Selected users' })
  await page.getByLabel('Select Ada Ledger').click()
  await page.getByLabel('Select Iris Newcomer').click()
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Disable' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'ada@ledger.example:' })
  await refused.waitFor()
  // All or nothing: the other one was not touched either.
  await expect.poll(() => guest.textContent()).toContain('Active')
  await refused.getByRole('button', { name: 'Dismiss' }).click()

  await page.getByLabel('Select Ada Ledger').click()
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('menuitem', { name: 'Billing admin' }).click()
  await expect.poll(() => guest.textContent()).toContain('Billing admin')
  await undo(/now billing admin/)
  await expect.poll(() => guest.textContent()).toContain('User')

  await page.getByLabel('Select Iris Newcomer').click()
  await bar.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => guest.count()).toBe(0)
  await undo(/removed/)
  await expect.poll(() => guest.textContent()).toContain('Active')
})

test('the list is searched, narrowed and sorted by the server, and the address keeps it', async () => {
  const page = await visit('/admin/users')
  await page.getByPlaceholder('Search by name or email').fill('okafor')
  await expect.poll(() => table(page).locator('tbody tr').count()).toBe(1)
  expect(page.url()).toContain('q=okafor')
  await page.reload()
  await expect.poll(() => table(page).locator('tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
  await expect.poll(() => page.url()).toContain('sort=email')
  await rowOf(page, 'Priya Raman').getByRole('button', { name: 'Priya Raman', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Priya Raman' })
  for (const tab of ['Permissions', 'Activity', 'Sessions']) {
    await panel.getByRole('tab', { name: tab }).click()
    await panel.getByRole('tabpanel').getByText(/./).first().waitFor()
  }
})

test('a file with errors is rejected with their lines; the corrected file is imported completely', async () => {
  const page = await visit('/admin/users', { as: 'admin' })
  const choose = async (name: string, text: string) => {
    await page
      .getByRole('dialog', { name: 'Import users' })
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await choose('bad.csv', 'email,full_name,role\nnora@import.example,Nora,user\nnot an address,Olaf,emperor\n')
  const mistakes = page.getByRole('table', { name: 'Errors in the file' })
  await mistakes.waitFor()
  const tableText = (await mistakes.textContent()) ?? ''
  expect(tableText).toContain('emperor')
  expect(tableText).toContain('not an address')
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(
    'good.csv',
    'email,full_name,role\nnora@import.example,Nora Import,user\nolaf@import.example,Olaf Import,billing_admin\n',
  )
  await page.getByRole('table', { name: 'Changes' }).waitFor()
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await page.getByText('2 users invited, 0 changed').waitFor()
  await expect.poll(() => rowOf(page, 'Olaf Import').textContent()).toContain('Invited')
})

test('users are exported as CSV, Excel and PDF', async () => {
  const page = await visit('/admin/users', { as: 'admin' })
  for (const [format, prefix] of [
    ['CSV', 'Name,Email,Role'],
    ['Excel', 'PK'],
    ['PDF', '%PDF-'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    const text = readFileSync(await file.path()).toString('latin1')
    if (format === 'CSV') expect(text).toContain('ada@ledger.example')
    expect(text.replace(/^\u00ef\u00bb\u00bf/, '').slice(0, 40)).toContain(prefix)
  }
  await page.route('**/v1/users/export**', (route) => route.fulfill({ status: 400, json: { message: 'No ink.' } }))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.getByText('Failed to export users').waitFor()
})
