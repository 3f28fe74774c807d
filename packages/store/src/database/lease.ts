/**
 * Leases: until when one process has a row. They are written and compared by the clock of the database only, because
 * processes whose clocks differ would take rows from each other, or keep those of a dead process.
 */
import { type RawBuilder, sql } from 'kysely'

/** So many milliseconds from now. Not the start of the transaction: it may have waited for a lock. */
export function leaseFor(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000}::double precision)`
}

/** For a lease that ends now, so that any process may take the row up. */
export const leaseEndsNow = sql<Date>`clock_timestamp()`

/** Its process has not renewed it. False for rows without a lease. */
export const isLeaseOver = sql<boolean>`leased_until <= clock_timestamp()`

/** As `isLeaseOver`, for rows that are claimed for one message or request. Also true for a claim that was given back. */
export const isClaimOver = sql<boolean>`claimed_until <= clock_timestamp()`

/** No process has the row. */
export const isUnleased = sql<boolean>`(leased_until IS NULL OR leased_until <= clock_timestamp())`
