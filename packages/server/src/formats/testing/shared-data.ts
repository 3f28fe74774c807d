/** Real and published bills next to the repository and never in it. Their tests are skipped without the folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url))

export const hasSharedData = existsSync(folder)
/** For test names, so that a run shows why a test was skipped. */
export const withoutSharedData = hasSharedData ? '' : ' (skipped: ../shared/data is not here)'

export function sharedData(path: string): string {
  return join(folder, path)
}
