/** Makes new loads current, supersedes the previous ones, and reports costs that are loaded twice. */
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { type DoubledMonth, findDoubles, refuseDouble } from './find-doubles.ts'
import { byPlace, type PlacedLoad } from './find-losses.ts'

/** Sentences about what was replaced and what now counts twice. Throws where nothing may count twice. */
export async function publishPlacedLoads(
  tx: ScopedTransaction,
  scope: Scope,
  importId: string,
  { placed, mayDouble, now }: { placed: PlacedLoad[]; mayDouble: boolean; now: Date },
): Promise<string[]> {
  const replaced = await supersede(tx, importId, placed, now)
  await insertCurrent(tx, scope, importId, placed, now)
  const doubles = await findDoubles(tx, placed)
  const [double] = doubles
  if (double && !mayDouble) throw refuseDouble(double)
  return [...shortened(replaced), ...shortened(doubles.map(describeDouble))]
}

function describeDouble({ month, provider, account, name }: DoubledMonth): string {
  return `${month} of ${[provider, account].filter(Boolean).join(' ')} is loaded through "${name}" as well, so its costs count twice; undo one of the two.`
}

/** Supersedes the previous loads of the same connections and periods; returns one sentence for each. */
async function supersede(tx: ScopedTransaction, importId: string, loads: PlacedLoad[], now: Date): Promise<string[]> {
  const sentences: string[] = []
  for (const periodLoads of byPlace(loads).values()) {
    const [first] = periodLoads
    if (!first) continue
    const { dataset, connectionId, billingPeriod } = first
    const superseded = await tx
      .updateTable('cost_load')
      .set({ status: 'superseded', superseded_by: importId, superseded_at: now })
      .where('dataset', '=', dataset)
      .where('connection_id', '=', connectionId)
      .where('billing_period', '=', billingPeriod)
      .where('status', '=', 'current')
      .returning(['provider', 'billing_account_id', 'rows'])
      .execute()
    for (const old of superseded) {
      if (dataset !== 'cost_and_usage') continue
      // An import from a bucket has a load for each of its accounts: each is compared with its own previous load.
      const rows = periodLoads
        .filter(({ billingAccountId }) => superseded.length === 1 || billingAccountId === old.billing_account_id)
        .reduce((total, load) => total + load.rows, 0)
      sentences.push(
        `Replaces the previous import of ${billingPeriod.slice(0, 7)} for ${[old.provider, old.billing_account_id].filter(Boolean).join(' ')}: ${old.rows} ${Number(old.rows) === 1 ? 'row' : 'rows'} before, ${rows} now.`,
      )
    }
  }
  return sentences
}

async function insertCurrent(
  tx: ScopedTransaction,
  scope: Scope,
  importId: string,
  loads: PlacedLoad[],
  now: Date,
): Promise<void> {
  for (const load of loads) {
    await tx
      .insertInto('cost_load')
      .values({
        id: load.id,
        organization_id: scope.organizationId,
        import_id: importId,
        connection_id: load.connectionId,
        dataset: load.dataset,
        format: load.format,
        provider: load.providers[0] ?? '',
        billing_account_id: load.billingAccountId,
        billing_period: load.billingPeriod,
        status: 'current',
        rows: load.rows,
        billed: JSON.stringify(load.billed),
        first_charged_on: load.firstChargeOn,
        last_charge_on: load.lastChargeOn,
        published_at: now,
      })
      .execute()
  }
}

const maxSentences = 5

/** A year of a hundred accounts must not become a thousand sentences. */
function shortened(sentences: string[]): string[] {
  if (sentences.length <= maxSentences) return sentences
  return [...sentences.slice(0, maxSentences), `The same goes for ${sentences.length - maxSentences} more.`]
}
