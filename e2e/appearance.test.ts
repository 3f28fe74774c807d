import { expect, test } from 'vitest'
import { ask, doorScreens, phone, screens, theme, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('who prefers the dark gets it before the first paint', async () => {
  const page = await visit('/settings', { colorScheme: 'dark' })
  // The script that decides stands before the style sheet and blocks: nothing can be painted in the other theme.
  const blocks = await ask<boolean>(
    page,
    `document.head.querySelector('script, link[rel="stylesheet"]').matches('script[src]:not([type="module"]):not([defer]):not([async])')`,
  )
  expect(blocks).toBe(true)
  expect(await ask(page, theme)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ask(page, theme)).toBe('light')
})

test('a chosen theme and density hold after a reload, whatever the system says', async () => {
  const page = await visit('/settings', { colorScheme: 'light' })
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('radio', { name: 'Compact' }).click()
  const look = () => ask(page, '({ ...document.documentElement.dataset })')
  await expect.poll(look).toMatchObject({ theme: 'dark', density: 'compact' })
  await page.reload()
  expect(await look()).toMatchObject({ theme: 'dark', density: 'compact' })
})

test.each(screens)('%s fits a phone of 360 pixels', async (path) => {
  const page = await visit(path, { viewport: phone })
  const tooWide = await ask<number>(page, 'document.documentElement.scrollWidth - innerWidth')
  expect(tooWide).toBeLessThanOrEqual(0)
})

test.each(doorScreens)('%s fits one too', async (path) => {
  const page = await visit(path, { viewport: phone, as: 'nobody' })
  expect(await ask<number>(page, 'document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

test.each(['security', 'notifications', 'organization', 'api-keys'])('so do the settings of %s', async (tab) => {
  const page = await visit(`/settings?tab=${tab}`, { viewport: phone, as: 'admin' })
  expect(await ask<number>(page, 'document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})
