import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

export interface StoredUpload {
  id: string
  name: string
  bytes: number
  sha256: string
}

/** Records a file that has arrived completely; its bytes are in the data folder under its id. */
export async function recordUpload(database: Database, scope: Scope, upload: StoredUpload): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('upload')
      .values({ organization_id: scope.organizationId, ...upload })
      .execute(),
  )
}
