/** Assertions that were used. Stored until they expire, so that every process refuses a second use. */
import type { ScopedTransaction } from '../database/connect.ts'

/** False when it was used before. */
export async function claimAssertion(
  tx: ScopedTransaction,
  { providerId, hash, expiresAt, now }: { providerId: string; hash: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  await tx
    .deleteFrom('saml_assertion')
    .where('organization_id', '=', tx.scopedTo)
    .where('expires_at', '<', now)
    .execute()
  const claimed = await tx
    .insertInto('saml_assertion')
    .values({
      provider_id: providerId,
      organization_id: tx.scopedTo,
      assertion_hash: hash,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'assertion_hash']).doNothing())
    .returning('assertion_hash')
    .executeTakeFirst()
  return claimed !== undefined
}
