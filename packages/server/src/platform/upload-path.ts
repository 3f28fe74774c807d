import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'

/** Path of an upload, named by its id and never by the user's file name. */
export function uploadPath(folder: Pick<DataFolder, 'uploads'>, id: string): string {
  return join(folder.uploads, id)
}

/** Suffix of unfinished uploads; leftovers are removed at the next start. */
export const arrivingSuffix = '.arriving'
