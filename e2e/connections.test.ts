/** Each kind of connection through the screen, to clouds of our own, as the guides show it. */

import { expect, test } from 'vitest'
import { openAccess, syncEnd } from './connect/connect-cloud.ts'
import { takeGuideSteps } from './connect/guide-steps.ts'
import { readPicturedTexts, textOf } from './connect/pictured-text.ts'
import { accepted } from './connect/small-clouds.ts'
import { useConnections } from './connect/use-connections.ts'
import { findPageErrors } from './visit.ts'

const connections = useConnections()

test('every kind connects as its guide shows it, and the pictures say what the screens say', async () => {
  const { page, clouds, get } = connections
  const seen: Record<string, string> = {}
  await takeGuideSteps(page, clouds, async (picture, part) => {
    seen[picture] = await textOf(part)
    if (/^aws-(name|grant|units)$|-s3$/.test(picture)) expect(await findPageErrors(page), picture).toEqual([])
  })
  expect(seen, 'Run: node tools/guide-pictures.ts').toEqual(readPicturedTexts())
  const stored = await get<{ kind: string; state: string; error: string; resources: number }[]>('/v1/cloud-connections')
  const connected = stored.filter(({ state }) => state === 'connected')
  expect(connected.map(({ kind }) => kind).toSorted()).toEqual(['aws', 'azure', 'gcp', 'kubernetes', 'oci', 's3'])
  for (const { kind, error, resources } of connected) {
    expect(error, kind).toBe('')
    if (kind !== 's3') expect(resources, kind).toBeGreaterThan(0)
  }
}, 900_000)

test('the permissions tick one after the other while they are checked', async () => {
  const { page, clouds } = connections
  const form = await openAccess(page, clouds, {
    ...{ kind: 'aws', label: 'AWS', name: 'Ticking', signIn: 'Role with external ID', access: accepted.awsKeys },
  })
  await page.evaluate(`window.ticks = new Set(); new MutationObserver(() => {
    const text = document.querySelector('section[aria-label="Permissions"]')?.textContent ?? ''
    const count = /(\\d+) of \\d+ complete/.exec(text)?.[1]
    if (count) window.ticks.add(Number(count))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  // Answers that come faster than the page asks again would be drawn at once.
  clouds.slowAws(1500)
  await form.getByRole('button', { name: 'Check and sync' }).click()
  await page.getByRole('region', { name: 'Permissions' }).getByRole('listitem').first().waitFor()
  await expect.poll(() => page.evaluate<number>('window.ticks.size')).toBeGreaterThan(1)
  clouds.slowAws(0)
  await syncEnd(page).waitFor()
  const ticks = await page.evaluate<number[]>('[...window.ticks]')
  const complete = await page.getByRole('region', { name: 'Permissions' }).getByRole('listitem').count()
  expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
  expect(ticks.at(-1)).toBe(complete)
  expect(ticks.length).toBeGreaterThan(1)
})
