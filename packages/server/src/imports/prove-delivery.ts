/** Reconciles stored rows with the files, per dataset, and invoices across datasets. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import { reconcile, type Sums } from '@kept/domain/reconcile.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readInvoiceSums } from '@kept/store/loads/invoices.ts'
import { type LoadDraft, readAttemptLines } from '@kept/store/loads/of-attempt.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { ReadDataset } from './read-delivery.ts'

type DraftedLoad = LoadDraft & { dataset: Dataset }

interface ProvenDelivery {
  loads: DraftedLoad[]
  reconciliation: Reconciliation
}

/** Without a database, invoices are compared only within the import. */
export async function proveDelivery(
  { database, warehouse }: { database?: Database; warehouse: Warehouse },
  scope: Scope,
  key: string,
  read: ReadonlyMap<Dataset, ReadDataset>,
): Promise<ProvenDelivery> {
  const loads: DraftedLoad[] = []
  const proofs = new Map<Dataset, Reconciliation>()
  for (const [dataset, { files, rejectedRows }] of read) {
    const attemptLines = await readAttemptLines(warehouse, scope, key, dataset)
    loads.push(...attemptLines.loads.map((load) => ({ ...load, dataset })))
    // Other datasets repeat the same amounts, so only their rows are counted.
    const stored = dataset === 'cost_and_usage' ? attemptLines : { rows: attemptLines.rows, sums: [] }
    proofs.set(dataset, reconcile({ files, stored, rejectedRows: joined(rejectedRows), invoices: [] }))
  }
  const invoices = await readInvoiceSums(database, warehouse, scope, key, {
    costs: loads.filter(({ dataset }) => dataset === 'cost_and_usage'),
    invoices: loads.filter(({ dataset }) => dataset === 'invoice_detail'),
  })
  const noRows = { rows: 0, sums: [] }
  const invoiced = reconcile({ files: [], stored: noRows, rejectedRows: noRows, invoices })
  const all = [...proofs.values()]
  const rows = (pick: (proof: Reconciliation) => number) => all.reduce((total, proof) => total + pick(proof), 0)
  return {
    loads,
    reconciliation: {
      ok: all.every(({ ok }) => ok) && invoiced.ok,
      rows: {
        read: rows((proof) => proof.rows.read),
        stored: rows((proof) => proof.rows.stored),
        rejected: rows((proof) => proof.rows.rejected),
      },
      columns: proofs.get('cost_and_usage')?.columns ?? [],
      invoices: invoiced.invoices,
    },
  }
}

function joined(parts: Sums[]): Sums {
  return { rows: parts.reduce((total, { rows }) => total + rows, 0), sums: parts.flatMap(({ sums }) => sums) }
}
