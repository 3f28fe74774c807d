/** The browser the tests drive: any installed Chromium or Chrome. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findBrowser(env: Record<string, string | undefined>): string | undefined {
  if (env.KEPT_CHROMIUM) return existsSync(env.KEPT_CHROMIUM) ? env.KEPT_CHROMIUM : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macApplications].find(existsSync)
}
