import { join } from 'node:path'
import type { DataFolder } from '../platform/data-folder.ts'

/** Where an upload's bytes lie: named by its id alone, never by what somebody called it. */
export function uploadPath(folder: Pick<DataFolder, 'uploads'>, id: string): string {
  return join(folder.uploads, id)
}

/** While it is still arriving; what a killed Kept leaves of these is swept at the next start. */
export const arrivingSuffix = '.arriving'
