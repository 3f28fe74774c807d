import type { Page } from 'playwright-core'

/** Waits until nothing on the page is loading any more: its own signs of it are gone, and it has a heading. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  const loading = page.locator('main [role="status"][aria-label^="Loading"], main [aria-busy="true"]')
  await loading.first().waitFor({ state: 'detached' })
  await page
    .locator('main [role="status"]')
    .getByText('Loading', { exact: false })
    .first()
    .waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => true)')
}
