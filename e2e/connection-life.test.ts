/** A connection after its first sync: synced now, paused, on a phone, and deleted with or without its data. */

import { subscriptionId } from '@kept/connectors/azure/live/testing/small-azure.ts'
import { expect, test } from 'vitest'
import { connectCloud, syncEnd } from './connect/connect-cloud.ts'
import { accepted } from './connect/small-clouds.ts'
import { useConnections } from './connect/use-connections.ts'
import { desktop, findPageErrors, phone } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const connections = useConnections()

const azurePlan = { kind: 'azure', label: 'Azure', signIn: 'Client secret', access: accepted.azureKeys } as const

test('a connection runs now, pauses, resumes, and says what happens to its data when it is deleted', async () => {
  const { page, clouds, get } = connections
  const name = 'Azure to delete'
  clouds.azure.subscriptions.splice(0, Infinity, subscriptionId(9))
  await connectCloud(page, clouds, { ...azurePlan, name })
  const countOf = async (part: string) =>
    JSON.stringify(await get('/v1/resources?type=Volume&limit=100')).split(part).length - 1
  const runs = page.getByRole('region', { name: 'History' }).getByRole('row')
  const before = await runs.count()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect.poll(() => runs.count()).toBe(before + 1)
  await syncEnd(page).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText(/^Paused\. /).waitFor()
  expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await syncEnd(page).waitFor()
  expect(await countOf(subscriptionId(9))).toBeGreaterThan(0)

  const deletion = page.getByRole('region', { name: 'Delete' })
  await deletion.getByText('Bills, metrics, statements and the savings ledger stay.').waitFor()
  await deletion.getByRole('button', { name: 'Delete with the inventory' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name} and its inventory?` })
  await dialog.getByText('Resources on a bill stay.').waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Delete connection and inventory' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration Center' }).waitFor()
  expect(await page.getByRole('button', { name: `Open ${name}` }).count()).toBe(0)
  await expect.poll(() => countOf(subscriptionId(9))).toBe(0)

  clouds.azure.subscriptions.splice(0, Infinity, subscriptionId(10))
  await connectCloud(page, clouds, { ...azurePlan, name: 'Azure to keep' })
  await deletion.getByRole('button', { name: 'Delete, keep the inventory' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Azure to keep?' })
  await question.getByText('Resources stay as they were last read.').waitFor()
  await question.getByRole('button', { name: 'Delete connection' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration Center' }).waitFor()
  expect(await countOf(subscriptionId(10))).toBeGreaterThan(0)
})

test('a card leads to its guide, and the connection fits a phone', async () => {
  const { page, clouds } = connections
  const name = 'Kubernetes on a phone'
  await connectCloud(page, clouds, { kind: 'kubernetes', label: 'Kubernetes', name, access: accepted.kubernetes })
  await page.setViewportSize(phone)
  await page.goto('/integrations')
  await waitUntilIdle(page)
  const guide = page.getByRole('link', { name: 'Guide to connect Azure, opens in a new tab' }).first()
  const address = (await guide.getAttribute('href')) ?? ''
  expect(address).toBe('/docs/connect/azure')
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await page.getByRole('region', { name: 'Sync by account and region' }).getByRole('table').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  expect(await findPageErrors(page)).toEqual([])
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'Connect Azure' }).waitFor()
  const picture = page.locator('main .picture img:visible').first()
  await picture.scrollIntoViewIfNeeded()
  const isLoaded = () => picture.evaluate((image) => image.complete && image.naturalWidth > 0)
  await expect.poll(isLoaded).toBe(true)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  await page.setViewportSize(desktop)
})
