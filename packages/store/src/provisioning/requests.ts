/** The last requests of an identity provider, for administrators who look for a mistake. */
import type { ScopedTransaction } from '../database/connect.ts'

const MAX_REQUESTS = 50

interface ScimRequest {
  method: string
  path: string
  status: number
  detail: string
  created_at: Date
}

export async function noteScimRequest(tx: ScopedTransaction, request: ScimRequest): Promise<void> {
  await tx
    .insertInto('scim_request')
    .values({ organization_id: tx.scopedTo, ...request })
    .execute()
  await tx
    .deleteFrom('scim_request')
    .where('organization_id', '=', tx.scopedTo)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('scim_request')
        .select('id')
        .where('organization_id', '=', tx.scopedTo)
        .orderBy('created_at', 'desc')
        .offset(MAX_REQUESTS),
    )
    .execute()
}

export function listScimRequests(tx: ScopedTransaction): Promise<ScimRequest[]> {
  return tx
    .selectFrom('scim_request')
    .select(['method', 'path', 'status', 'detail', 'created_at'])
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('created_at', 'desc')
    .limit(MAX_REQUESTS)
    .execute()
}
