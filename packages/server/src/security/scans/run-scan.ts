/** Runs a queued scan: its results are stored as they come, so that its progress can be read. */
import type { Scope } from '@kept/domain/scope.ts'
import type { ScanResult } from '@kept/domain/security-scan.ts'
import { compareScans } from '@kept/engine/security/scans/compare-scans.ts'
import { evaluateScan } from '@kept/engine/security/scans/evaluate-scan.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import {
  addScanResults,
  beginScan,
  findPreviousScan,
  finishScan,
  listScanResults,
  type StoredScan,
} from '@kept/store/security/scans.ts'
import { readScanFacts } from './read-facts.ts'

export interface ScanDeps {
  database: Database
  now(): Date
}

/** Checks whose results are stored in one transaction. */
const CHUNK = 10
const system = { kind: 'system', id: null, name: 'Kept' } as const

export async function runScan({ database, now }: ScanDeps, scope: Scope, id: string, signal?: AbortSignal) {
  const scan = await database.scoped(scope, (tx) => beginScan(tx, id, now()))
  if (!scan) return
  const facts = await readScanFacts(database, scope, { kind: scan.kind, now: now() })
  const results = evaluateScan(scan.kind, facts, now().getTime())
  for (let done = 0; done < results.length; done += CHUNK) {
    signal?.throwIfAborted()
    const part = results.slice(done, done + CHUNK)
    await database.scoped(scope, (tx) => addScanResults(tx, id, part, { done, total: results.length }))
  }
  await database.scoped(scope, (tx) => complete(tx, scan, results, now()))
}

async function complete(tx: ScopedTransaction, scan: StoredScan, results: readonly ScanResult[], at: Date) {
  const count = (status: ScanResult['status']) => results.filter((result) => result.status === status).length
  const counts = { passed: count('pass'), failed: count('fail'), unknown: count('unknown') }
  await finishScan(tx, scan, { ...counts, not_applicable: count('not_applicable') }, at)
  const previous = await findPreviousScan(tx, scan)
  const comparison = previous && compareScans(await listScanResults(tx, previous.id), results)
  const event = { actor: system, target: scan.id, at }
  await recordAudit(tx, {
    ...event,
    action: 'security_scan.completed',
    summary: `The ${scan.kind} scan completed: ${counts.failed} of ${results.length} checks failed.`,
    details: { kind: scan.kind, ...counts },
  })
  if (!comparison || comparison.new_failures.length + comparison.grown.length === 0) return
  const { new_failures, grown } = comparison
  const checks = (ids: readonly string[], verb: string) => {
    const titles = results.filter(({ check_id }) => ids.includes(check_id)).map(({ title }) => title)
    return titles.length === 0 ? [] : [`Checks of the ${scan.kind} scan ${verb}: ${titles.slice(0, 3).join(', ')}.`]
  }
  await recordAudit(tx, {
    ...event,
    action: 'security_scan.regressed',
    outcome: 'failed',
    summary: [
      ...checks(new_failures, 'fail that did not before'),
      ...checks(grown, 'fail for at least twice as many as before'),
    ].join(' '),
    details: { kind: scan.kind, new_failures, grown },
  })
}

/** A scan that can't be completed names the reason; the log of the server has the error itself. */
export function failScan({ database, now }: ScanDeps, scope: Scope, id: string): Promise<void> {
  const reason = 'The scan was interrupted by an error. Start it again; if it fails again, read the log of the server.'
  return database.scoped(scope, async (tx) => {
    const scan = await beginScan(tx, id, now())
    if (scan) await finishScan(tx, scan, { failure_reason: reason }, now())
  })
}
