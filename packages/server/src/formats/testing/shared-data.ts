/** Real and published bills that stand beside the repository and never in it. Tests of them are skipped without it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url))

export const hasSharedData = existsSync(folder)
/** For the name of a test, so that a run says why it was left out. */
export const withoutSharedData = hasSharedData ? '' : ' (skipped: ../shared/data is not here)'

export function sharedData(path: string): string {
  return join(folder, path)
}
