/** Uploaded evidence of an organization. It is added, never changed: newer evidence counts instead. */
import type { FrameworkId } from '@kept/domain/compliance.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { SecuritySchema } from './schema.ts'

type Row = Selectable<SecuritySchema['compliance_evidence']>

export interface StoredEvidence
  extends Omit<Row, 'organization_id' | 'content' | 'observed_from' | 'observed_until' | 'created_at'> {
  observed_from: string
  observed_until: string
  created_at: string
}

const columns = [
  'id',
  'framework',
  'requirement',
  'claim',
  'name',
  'description',
  'media_type',
  'bytes',
  'sha256',
  'malware_scanned',
  'observed_from',
  'observed_until',
  'uploaded_by',
  'created_at',
] as const

const MAX_EVIDENCE = 5_000

export async function addEvidence(
  tx: ScopedTransaction,
  evidence: Omit<Row, 'id' | 'organization_id'>,
): Promise<StoredEvidence> {
  const row = await tx
    .insertInto('compliance_evidence')
    .values({ organization_id: tx.scopedTo, ...evidence })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toEvidence(row)
}

/** Newest first, without contents. */
export async function listEvidence(tx: ScopedTransaction, framework: FrameworkId): Promise<StoredEvidence[]> {
  const rows = await tx
    .selectFrom('compliance_evidence')
    .select(columns)
    .where('organization_id', '=', tx.scopedTo)
    .where('framework', '=', framework)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_EVIDENCE)
    .execute()
  return rows.map(toEvidence)
}

export async function readEvidence(
  tx: ScopedTransaction,
  id: string,
): Promise<{ name: string; media_type: string; content: Buffer }> {
  const row = isUuid(id)
    ? await tx
        .selectFrom('compliance_evidence')
        .select(['name', 'media_type', 'content'])
        .where('organization_id', '=', tx.scopedTo)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new KeptError('not_found', 'There is no evidence with this ID.')
  return row
}

function toEvidence(row: Omit<Row, 'organization_id' | 'content'>): StoredEvidence {
  return {
    ...row,
    observed_from: row.observed_from.toISOString(),
    observed_until: row.observed_until.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}
