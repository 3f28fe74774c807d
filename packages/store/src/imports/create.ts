import type { ColumnMapping, Import, ImportInput } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { waitingProgress } from './progress.ts'
import { toImport } from './to-import.ts'

export interface NewImport {
  inputs: ImportInput[]
  sources: { name: string; bytes: number | null }[]
  format?: string | undefined
  mapping?: ColumnMapping | undefined
  /** Publish even if this loses part of the data it replaces. */
  accept_smaller?: boolean | undefined
}

/** Creates an import; in the caller's transaction, so that its job is queued together with it. */
export async function createImport(tx: ScopedTransaction, scope: Scope, input: NewImport): Promise<Import> {
  const row = await tx
    .insertInto('import')
    .values({
      organization_id: scope.organizationId,
      status: 'queued',
      sources: JSON.stringify(input.sources.map((source) => ({ ...source, format: input.format ?? null }))),
      inputs: JSON.stringify(input.inputs),
      format: input.format ?? null,
      accept_smaller: input.accept_smaller ?? false,
      mapping: input.mapping ? JSON.stringify(input.mapping) : null,
      progress: JSON.stringify(waitingProgress(input.sources)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toImport(row)
}
