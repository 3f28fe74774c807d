/** What was written set against what the files say: each dataset by itself, the invoices across both. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import { reconcile, type Sums } from '@kept/domain/reconcile.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readInvoiceSums } from '@kept/store/loads/invoices.ts'
import { type LoadDraft, readAttemptLines } from '@kept/store/loads/of-attempt.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { ReadDataset } from './read-delivery.ts'

export type DraftedLoad = LoadDraft & { dataset: Dataset }

export interface ProvenDelivery {
  loads: DraftedLoad[]
  reconciliation: Reconciliation
}

/** Without a database there is nothing an invoice could be compared with but the delivery itself. */
export async function proveDelivery(
  { database, warehouse }: { database?: Database; warehouse: Warehouse },
  scope: Scope,
  key: string,
  read: ReadonlyMap<Dataset, ReadDataset>,
): Promise<ProvenDelivery> {
  const loads: DraftedLoad[] = []
  const proofs = new Map<Dataset, Reconciliation>()
  for (const [dataset, { files, setAside }] of read) {
    const written = await readAttemptLines(warehouse, scope, key, dataset)
    loads.push(...written.loads.map((load) => ({ ...load, dataset })))
    // The other datasets speak of the same money again: only their rows are counted.
    const kept = dataset === 'cost_and_usage' ? written : { rows: written.rows, sums: [] }
    proofs.set(dataset, reconcile({ files, kept, setAside: joined(setAside), invoices: [] }))
  }
  const invoices = await readInvoiceSums(database, warehouse, scope, key, {
    costs: loads.filter(({ dataset }) => dataset === 'cost_and_usage'),
    invoices: loads.filter(({ dataset }) => dataset === 'invoice_detail'),
  })
  const nothing = { rows: 0, sums: [] }
  const invoiced = reconcile({ files: [], kept: nothing, setAside: nothing, invoices })
  const all = [...proofs.values()]
  const rows = (pick: (proof: Reconciliation) => number) => all.reduce((total, proof) => total + pick(proof), 0)
  return {
    loads,
    reconciliation: {
      ok: all.every(({ ok }) => ok) && invoiced.ok,
      rows: {
        read: rows((proof) => proof.rows.read),
        kept: rows((proof) => proof.rows.kept),
        set_aside: rows((proof) => proof.rows.set_aside),
      },
      columns: proofs.get('cost_and_usage')?.columns ?? [],
      invoices: invoiced.invoices,
    },
  }
}

function joined(parts: Sums[]): Sums {
  return { rows: parts.reduce((total, { rows }) => total + rows, 0), sums: parts.flatMap(({ sums }) => sums) }
}
