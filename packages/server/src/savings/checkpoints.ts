/**
 * Ledger checkpoints outside of the database: someone who could rewrite the ledger could not rewrite these or the
 * emailed ones. One file per statement, readable by `kept verify --checkpoint`.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Checkpoint, checkpointSchema } from '@kept/domain/statement.ts'
import type { Head } from '@kept/store/savings/ledger.ts'
import type { StatementSummary } from '@kept/store/savings/statements.ts'

export interface Checkpoints {
  /** Writes missing checkpoints and returns them. */
  write(scope: Scope, statements: readonly StatementSummary[]): Promise<StatementSummary[]>
  read(scope: Scope): Promise<Checkpoint[]>
}

export function openCheckpoints(sharedFolder: string): Checkpoints {
  const folderOf = (scope: Scope) => join(sharedFolder, 'checkpoints', scope.organizationId)
  return {
    async write(scope, statements) {
      const folder = folderOf(scope)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const existingFiles = new Set(await readdir(folder))
      const missing = statements.filter((statement) => !existingFiles.has(nameOf(statement)))
      for (const { period, head_seq: seq, head_hash: hash, ...otherFields } of missing) {
        const path = join(folder, nameOf({ period, head_seq: seq, ...otherFields }))
        const temporary = `${path}.${randomUUID()}.arriving`
        const file = await open(temporary, 'w', 0o600)
        await file.writeFile(`${JSON.stringify({ period, seq, hash })}\n`)
        await file.sync()
        await file.close()
        await rename(temporary, path)
      }
      return missing
    },
    async read(scope) {
      const names = await readdir(folderOf(scope)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const files = names.filter((name) => name.endsWith('.json')).toSorted()
      return Promise.all(
        files.map(async (name) =>
          checkpointSchema.parse(JSON.parse(await readFile(join(folderOf(scope), name), 'utf8'))),
        ),
      )
    },
  }
}

function nameOf({ head_seq, period, id }: Pick<StatementSummary, 'head_seq' | 'period' | 'id'>): string {
  return `${String(head_seq).padStart(9, '0')}-${period}-${id.slice(0, 8)}.json`
}

/** Throws when the ledger is shorter than a checkpoint says. */
export function refuseCutLedger(head: Head, checkpoints: readonly Checkpoint[]): void {
  const last = checkpoints.toSorted((a, b) => b.seq - a.seq)[0]
  if (!last || last.seq < head.seq || (last.seq === head.seq && last.hash === head.hash)) return
  throw new KeptError(
    'internal',
    `The ledger ends at entry ${head.seq}, but a checkpoint of ${last.period} names entry ${last.seq}. Entries were removed or rewritten. Restore the previous database.`,
  )
}
