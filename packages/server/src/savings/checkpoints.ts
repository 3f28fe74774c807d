/**
 * Heads of the chain, written where the database cannot reach: whoever could rewrite the whole ledger could not rewrite
 * these, nor the letters customers hold. A file for each statement, as `kept verify --checkpoint` reads it.
 */
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Checkpoint, checkpointSchema } from '@kept/domain/statement.ts'
import type { Head } from '@kept/store/savings/ledger.ts'
import type { StatementSummary } from '@kept/store/savings/statements.ts'

export interface Checkpoints {
  /** Writes those that are missing, and returns them. */
  write(scope: Scope, statements: readonly StatementSummary[]): Promise<StatementSummary[]>
  read(scope: Scope): Promise<Checkpoint[]>
}

export function openCheckpoints(dataFolder: string): Checkpoints {
  const folderOf = (scope: Scope) => join(dataFolder, 'checkpoints', scope.organizationId)
  return {
    async write(scope, statements) {
      const folder = folderOf(scope)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const there = new Set(await readdir(folder))
      const missing = statements.filter((one) => !there.has(nameOf(one)))
      for (const { period, head_seq: seq, head_hash: hash, ...rest } of missing) {
        const path = join(folder, nameOf({ period, head_seq: seq, ...rest }))
        const file = await open(`${path}.arriving`, 'w', 0o600)
        await file.writeFile(`${JSON.stringify({ period, seq, hash })}\n`)
        await file.sync()
        await file.close()
        await rename(`${path}.arriving`, path)
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

/** Nothing is added to a ledger that is shorter than it was said to be. */
export function refuseCutLedger(head: Head, checkpoints: readonly Checkpoint[]): void {
  const last = checkpoints.toSorted((a, b) => b.seq - a.seq)[0]
  if (!last || last.seq < head.seq || (last.seq === head.seq && last.hash === head.hash)) return
  throw new KeptError(
    'internal',
    `The ledger ends at entry ${head.seq}, but a checkpoint of ${last.period} names entry ${last.seq}: its tail was cut off or rewritten. Bring back the former database.`,
  )
}
