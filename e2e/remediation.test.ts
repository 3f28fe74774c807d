/** A connected account, from the screen: a loop is looked at, paused, stopped and put back, in a cloud that answers like the real one. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { emulatedIds } from '@kept/connectors/remediation/testing/targets.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { type RunningKept, startKept } from './kept.ts'
import { signEverybodyIn } from './people.ts'
import { settled } from './settled.ts'
import { desktop, faultsOf } from './visit.ts'

let clouds: EmulatedClouds
let kept: RunningKept
let browser: Browser
let page: Page
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await startKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.0/8' })
  browser = await openBrowser()
  const sessions = await signEverybodyIn(browser, kept)
  const context = await browser.newContext({ baseURL: kept.url, viewport: desktop, locale: 'en-US' })
  await context.addCookies(sessions.admin)
  page = await context.newPage()
  await post('/v1/loops/import?name=traces.json', JSON.stringify({ resourceSpans: runaway(Date.now()) }))
})
afterAll(async () => {
  await browser?.close()
  await kept?.stop()
  await clouds?.close()
})

async function post(path: string, data: string): Promise<void> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf-token')).json()) as { csrfToken: string }
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken, origin: kept.url }
  const answer = await page.request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
}

/** A function that calls itself a hundred deep, six times a minute, for the eight minutes up to `now`. */
function runaway(now: number) {
  const attributes = [
    { key: 'service.name', value: { stringValue: 'thumbnailer' } },
    { key: 'faas.name', value: { stringValue: 'thumbnailer' } },
    { key: 'cloud.resource_id', value: { stringValue: emulatedIds.lambda_function } },
  ]
  return Array.from({ length: 48 }, (_, turn) => {
    const begins = now - (48 - turn) * 10_000
    const spans = Array.from({ length: 100 }, (_of, depth) => {
      const start = BigInt(begins + depth * 50) * 1_000_000n
      const id = (at: number) => (turn * 100 + at + 1).toString(16).padStart(16, '0')
      return {
        traceId: (turn + 1).toString(16).padStart(32, '0'),
        spanId: id(depth),
        parentSpanId: depth === 0 ? '' : id(depth - 1),
        ...{ name: 'thumbnailer', kind: 2 },
        startTimeUnixNano: String(start),
        endTimeUnixNano: String(start + 40_000_000n),
      }
    })
    return { resource: { attributes }, scopeSpans: [{ spans }] }
  })
}

test('an administrator lets Kept act in an account at an address of its own', async () => {
  await page.goto('/loops')
  await settled(page)
  await page.getByRole('button', { name: 'Configure', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Remediation', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Add AWS' }).click()
  const form = dialog.getByRole('form', { name: 'Add AWS' })
  const { access_key_id, secret_access_key, endpoint } = clouds.credentials.aws as Record<string, string>
  await form.getByLabel('Name').fill('Main')
  await form.getByLabel('Access key id').fill(access_key_id ?? '')
  await form.getByLabel('Secret access key').fill(secret_access_key ?? '')
  await form.getByLabel('Endpoint (optional)').fill('http://10.9.8.7')
  await form.getByRole('button', { name: 'Let Kept act' }).click()
  await form.getByRole('alert').getByText('10.9.8.7 is in a private network').waitFor()
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([])
  await form.getByLabel('Endpoint (optional)').fill(endpoint ?? '')
  await form.getByRole('button', { name: 'Let Kept act' }).click()
  await dialog.getByText(/AWS any account, added by/).waitFor()
})

test('a person looks into it, sees what would be done, does it, and undoes it', async () => {
  await page.goto('/loops')
  await settled(page)
  await page.getByRole('button', { name: /^Show details of/ }).click()
  await page.getByRole('button', { name: 'Investigate', exact: true }).click()
  await page.getByRole('region', { name: 'Who and when' }).getByText('Being investigated').waitFor()
  expect(clouds.state.lambda.reserved).toBe(40)
  const done = page.getByRole('list', { name: 'What was done' }).getByRole('listitem')

  await page.getByRole('button', { name: 'Pause Resource' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing has been changed yet. This is what would be done.').waitFor()
  await dialog.getByText(/reserved concurrency 40/).waitFor()
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([])
  expect(clouds.changes).toEqual([])
  await dialog.getByRole('button', { name: 'Pause it now' }).click()
  await done.filter({ hasText: 'in force' }).waitFor()
  expect(clouds.state.lambda.reserved).toBe(0)
  await done.getByRole('button', { name: 'Undo' }).click()
  await done.filter({ hasText: 'undone' }).first().waitFor()
  await expect.poll(() => clouds.state.lambda.reserved).toBe(40)

  await page.getByRole('button', { name: 'Stop Loop' }).click()
  await dialog.getByRole('button', { name: 'Stop it now' }).click()
  await done.filter({ hasText: 'in force' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const changes = clouds.changes.length
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => done.filter({ hasText: 'in force' }).count()).toBe(0)
  expect(clouds.changes.length).toBeGreaterThan(changes)
  expect(clouds.state.lambda.reserved).toBe(40)
})

test('what the cloud refuses is said where it was asked for, and nothing is claimed to be done', async () => {
  clouds.refuse(/PUT/, 403)
  await page.getByRole('button', { name: 'Pause Resource' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Pause it now' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(clouds.state.lambda.reserved).toBe(40)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByRole('list', { name: 'What was done' }).getByText('in force').count()).toBe(0)
})
