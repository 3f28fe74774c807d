/** A file that one of several processes creates and all of them read: keys of an installation. */
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '@kept/foundation/thrown.ts'
import { syncFolderSync } from '@kept/store/sync-folder.ts'

/**
 * Writes the file unless it exists. Of processes that do so at the same moment one succeeds, and the file is complete
 * whenever it can be seen, also after a kill or a power failure. Readable by its owner only.
 */
export function createOnce(path: string, content: () => string): void {
  if (existsSync(path)) return
  const temporary = `${path}.${randomUUID()}.new`
  writeFileSync(temporary, content(), { mode: 0o600, flush: true })
  chmodSync(temporary, 0o600)
  try {
    // Unlike a rename, a link never replaces the file of another process.
    linkSync(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  syncFolderSync(dirname(path))
}
