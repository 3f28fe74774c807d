import { badInput } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { StoredUpload } from './record.ts'

/** Uploaded files in the requested order; throws when one does not exist in this organization. */
export async function findUploads(tx: ScopedTransaction, ids: string[]): Promise<StoredUpload[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('upload').select(['id', 'name', 'bytes', 'sha256']).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, { ...row, bytes: Number(row.bytes) }]))
  return ids.map((id) => {
    const upload = byId.get(id)
    if (!upload) throw badInput(`Upload ${id} not found; uploads are stored for a day, so upload the file again.`)
    return upload
  })
}
