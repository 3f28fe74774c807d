import { expect, test } from 'vitest'
import { authScreens, evaluateExpression, phone, screens, theme, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test('a system preference for dark applies before the first paint', async () => {
  const page = await visit('/settings', { colorScheme: 'dark' })
  // The script that decides stands before the style sheet and blocks: nothing can be painted in the other theme.
  const blocks = await evaluateExpression<boolean>(
    page,
    `document.head.querySelector('script, link[rel="stylesheet"]').matches('script[src]:not([type="module"]):not([defer]):not([async])')`,
  )
  expect(blocks).toBe(true)
  expect(await evaluateExpression(page, theme)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => evaluateExpression(page, theme)).toBe('light')
})

test('with reduced motion a change of theme reaches the page at once', async () => {
  const page = await visit('/dashboard', { colorScheme: 'light' })
  const colors = await evaluateExpression<string[]>(
    page,
    `(() => {
      const heading = document.querySelector('h1')
      const read = () => getComputedStyle(heading).color
      const before = read()
      document.documentElement.dataset.theme = 'dark'
      const atOnce = read()
      return new Promise((resolve) => setTimeout(() => resolve([before, atOnce, read()]), 500))
    })()`,
  )
  const [before, atOnce, later] = colors
  expect(atOnce).toBe(later)
  expect(atOnce).not.toBe(before)
})

test('a chosen theme and density persist over a reload, whatever the system prefers', async () => {
  const page = await visit('/settings', { colorScheme: 'light' })
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('radio', { name: 'Compact' }).click()
  const readAppearance = () => evaluateExpression(page, '({ ...document.documentElement.dataset })')
  await expect.poll(readAppearance).toMatchObject({ theme: 'dark', density: 'compact' })
  await page.reload()
  expect(await readAppearance()).toMatchObject({ theme: 'dark', density: 'compact' })
})

/** The tabs of the Admin Console whose tables are wider than a phone. */
const adminTabs = ['customers', 'commission', 'billing', 'analytics'].map((tab) => `/admin?tab=${tab}`)

/** Those of the security area, whose tables lead with what a phone has room for. */
const securityTabs = ['scans&kind=cloud', 'compliance', 'incidents', 'audit', 'policies', 'access', 'keys'].map(
  (tab) => `/security?tab=${tab}`,
)

test.each([...screens, ...adminTabs, ...securityTabs])('%s fits a phone of 360 pixels', async (path) => {
  const page = await visit(path, { viewport: phone, isShared: true })
  const tooWide = await evaluateExpression<number>(page, 'document.documentElement.scrollWidth - innerWidth')
  expect(tooWide).toBeLessThanOrEqual(0)
})

test('the tables of the security area need no scrolling sideways on a phone', async () => {
  const page = await visit('/security', { viewport: phone })
  for (const path of ['/security', ...securityTabs]) {
    await page.goto(path)
    await waitUntilIdle(page)
    const tooWide = await evaluateExpression<string[]>(
      page,
      `[...document.querySelectorAll('main table')].filter((table) => table.offsetWidth > table.parentElement.clientWidth).map((table) => table.ariaLabel)`,
    )
    expect(tooWide, path).toEqual([])
  }
})

test.each(authScreens)('%s fits a phone of 360 pixels, signed out', async (path) => {
  const page = await visit(path, { viewport: phone, as: 'guest', isShared: true })
  expect(
    await evaluateExpression<number>(page, 'document.documentElement.scrollWidth - innerWidth'),
  ).toBeLessThanOrEqual(0)
})

test.each(['security', 'notifications', 'organization', 'api-keys'])(
  'the settings of %s fit a phone of 360 pixels',
  async (tab) => {
    const page = await visit(`/settings?tab=${tab}`, { viewport: phone, as: 'admin', isShared: true })
    expect(
      await evaluateExpression<number>(page, 'document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
  },
)

test('a long event in the security overview stays inside a phone', async () => {
  const page = await visit('/security', { viewport: phone })
  await page.route('**/audit-logs?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object[] }
    const data = answer.data.map((event) => ({ ...event, summary: 'A key with a long name was created. '.repeat(9) }))
    await route.fulfill({ response, json: { ...answer, data } })
  })
  await page.reload()
  await page.getByText('A key with a long name').first().waitFor()
  const tooWide = await evaluateExpression<number>(page, 'document.documentElement.scrollWidth - innerWidth')
  expect(tooWide).toBeLessThanOrEqual(0)
})
