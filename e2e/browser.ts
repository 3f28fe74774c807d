/** The installed Chromium, driven without a screen. */
import { findBrowser } from '@kept/server/platform/browser.ts'
import { type Browser, chromium } from 'playwright-core'

const missing =
  'No Chromium or Chrome was found: install one (on Debian: apt-get install chromium) or name it with KEPT_CHROMIUM.'

/** How long a page is waited for: real work stands behind some of what it shows, and a busy machine is no failure. */
export const pageTimeoutMs = 120_000

/** A fresh profile each time; one clear sentence when there is no browser. `args` are of Chromium. */
export async function openBrowser({ args = [] }: { args?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = findBrowser(process.env)
  if (!executablePath) throw new Error(missing)
  return chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--font-render-hinting=none', ...args],
  })
}
