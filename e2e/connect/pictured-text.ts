/** What a picture of a guide says, to notice when the screen says something else: `e2e/snapshots/guide-pictures.json`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'

const file = fileURLToPath(new URL('../snapshots/guide-pictures.json', import.meta.url))

/** The text of a part, without what differs in each run. */
export async function textOf(part: Locator): Promise<string> {
  const text = await part.innerText()
  return text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/External ID\s+\S+/g, 'External ID')
    .replaceAll(/, checked [^\n]*/g, ', checked')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function readPicturedTexts(): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

export function writePicturedTexts(texts: Readonly<Record<string, string>>): void {
  writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`)
}
