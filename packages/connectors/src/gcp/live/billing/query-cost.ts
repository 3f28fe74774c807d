/** What BigQuery charges for a query, on demand. Pure. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'

/** $6.25 for a TiB that is processed: cloud.google.com/bigquery/pricing, on-demand compute, region us. */
const nanosPerTebibyte = 6_250_000_000n
const tebibyte = 1n << 40n
const mebibyte = 1n << 20n
/** Rounded up to a MiB, with at least 10 MiB for each table: the same page. */
const leastBilledBytes = 10n * mebibyte

/** In nano-dollars, rounded up. */
export function nanosOfQuery(processedBytes: bigint): number {
  return Number((billedBytes(processedBytes) * nanosPerTebibyte + tebibyte - 1n) / tebibyte)
}

/**
 * How much a query may read of which a dry run has said how much it reads: a tenth more, because rows may be added
 * before it begins.
 */
export function allowedBytes(expectedBytes: bigint): bigint {
  return billedBytes((expectedBytes * 11n + 9n) / 10n)
}

function billedBytes(processedBytes: bigint): bigint {
  const rounded = ((processedBytes + mebibyte - 1n) / mebibyte) * mebibyte
  return rounded < leastBilledBytes ? leastBilledBytes : rounded
}

/** What is left of the limit of a connection is too little for the next query. */
export function limitReached(action = 'bigquery.jobs.create'): SyncFailure {
  return new SyncFailure(
    'throttled',
    'The next query of the billing export costs more than what is left of the monthly limit for API calls. It is read next month, or when you raise the limit.',
    { action, retryAfterMs: 24 * 3_600_000 },
  )
}
