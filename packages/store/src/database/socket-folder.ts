import { hash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import type { PostgresUser } from './postgres-user.ts'

/** The path of a Unix socket, with its name, must fit into 107 bytes. */
const longestSocketFolder = 85

/**
 * The closed folder of the server's socket: next to the cluster, or in the temporary folder when that path is too long.
 */
export function makeSocketFolder(folder: string, user: PostgresUser): string {
  const defaultFolder = join(folder, 'socket')
  const short = join(tmpdir(), `kept-${hash('sha256', folder).slice(0, 16)}`)
  const chosen = Buffer.byteLength(defaultFolder) <= longestSocketFolder ? defaultFolder : short
  mkdirSync(chosen, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(chosen)
  // As root, a folder that another user left there may be taken over: that user ran the Postgres of a previous Kept.
  const isOurs =
    uid === process.getuid?.() || uid === user.uid || (process.getuid?.() === 0 && chosen === defaultFolder)
  // In a temporary folder open to all users, another user could have created the folder first.
  if (!lstatSync(chosen).isDirectory() || !isOurs || (mode & 0o077) !== 0) {
    throw new KeptError(
      'unavailable',
      `The folder ${chosen} for the database's socket belongs to another user; remove it, or set KEPT_DATA to a shorter path.`,
    )
  }
  user.chown(chosen)
  return chosen
}
