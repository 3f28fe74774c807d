/**
 * The copy of each checkpoint outside of the database: someone who could rewrite the log and its checkpoints there could
 * not rewrite these. One file for each organization, readable by `kept verify --checkpoint`.
 */
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AuditCheckpoint, auditCheckpointSchema } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'

export interface CheckpointFiles {
  append(checkpoint: AuditCheckpoint): Promise<void>
  read(scope: Scope): Promise<AuditCheckpoint[]>
}

export function openCheckpointFiles(sharedFolder: string): CheckpointFiles {
  const folder = join(sharedFolder, 'audit-checkpoints')
  const fileOf = (organizationId: string) => join(folder, `${organizationId}.jsonl`)
  return {
    async append(checkpoint) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(fileOf(checkpoint.organization_id), 'a', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(checkpoint)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async read({ organizationId }) {
      const text = await readFile(fileOf(organizationId), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.flatMap((line, index) => {
        try {
          return [auditCheckpointSchema.parse(JSON.parse(line))]
        } catch (error) {
          // The last line may have been cut by a crash; the database has it.
          if (index === lines.length - 1) return []
          throw error
        }
      })
    },
  }
}
