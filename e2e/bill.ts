/** Bills for the journeys: a real FOCUS sample, whole or with a few rows spoiled. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** 1,000 rows of FOCUS 1.0 from three providers, September and October 2024. */
export const focusSample = fileURLToPath(new URL('./fixtures/focus-1.0-sample.csv.gz', import.meta.url))
/** The days its charges fall on; `to` is exclusive. */
export const sampleDays = 'from=2024-09-01&to=2024-11-01'

/** The same bill with the cost of two rows made unreadable, under another name. */
export function spoiledSample(): { path: string; lines: [number, number] } {
  const [head = '', ...rows] = gunzipSync(readFileSync(focusSample)).toString('utf8').split('\n')
  const column = head.split(',').indexOf('"BilledCost"')
  if (column < 0) throw new Error('The sample has no column BilledCost.')
  for (const line of [2, 7]) {
    const cells = (rows[line - 2] ?? '').split(',')
    cells[column] = 'free'
    rows[line - 2] = cells.join(',')
  }
  const path = join(mkdtempSync(join(tmpdir(), 'kept-bill-')), 'spoiled.csv')
  writeFileSync(path, [head, ...rows].join('\n'))
  return { path, lines: [2, 7] }
}

/** Drops files on the Integration Center and waits until the delivery is in. */
export async function bringIn(page: Page, path: string, name: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('status').getByText(`${name} is in`).waitFor({ timeout: 60_000 })
}
