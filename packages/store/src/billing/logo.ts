/** The operator's logo, in versions: a document is drawn with the one of the time it was issued. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface LogoVersion {
  /** 0: nothing was set yet. */
  version: number
  picture: Buffer | null
  changed_by: string
  changed_at: string | null
}

/** The latest, or the latest at that time. */
export async function readLogo(from: Kysely<Schema>, at?: Date): Promise<LogoVersion> {
  const row = await from
    .selectFrom('billing_logo')
    .selectAll()
    .$if(at !== undefined, (query) => query.where('changed_at', '<=', at ?? new Date(0)))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { version: 0, picture: null, changed_by: '', changed_at: null }
  return { ...row, changed_at: row.changed_at.toISOString() }
}

export async function addLogo(
  database: Database,
  picture: Buffer | null,
  { actorName, now }: { actorName: string; now: Date },
): Promise<void> {
  await database.shared.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(7253063)`.execute(tx)
    const { version } = await readLogo(tx)
    await tx
      .insertInto('billing_logo')
      .values({ version: version + 1, picture, changed_by: actorName, changed_at: now })
      .execute()
  })
}
