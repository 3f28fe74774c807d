import type { Database, ScopedTransaction } from './connect.ts'

/** What only reads the rows of organizations. */
export type ScopedReads = Pick<Database, 'scoped'>

/** Reads in a transaction that is open already, so that all of them see what it sees. Throws for another organization. */
export function readsWithin(tx: ScopedTransaction): ScopedReads {
  return {
    async scoped({ organizationId }, work) {
      if (organizationId !== tx.scopedTo) throw new Error('The transaction belongs to another organization.')
      return work(tx)
    },
  }
}
