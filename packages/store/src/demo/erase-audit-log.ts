import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** Erases the audit log of a demo organization. In the transaction of any other organization it does nothing. */
export async function eraseDemoAuditLog(tx: ScopedTransaction): Promise<void> {
  await sql`SELECT erase_demo_audit_log()`.execute(tx)
}
