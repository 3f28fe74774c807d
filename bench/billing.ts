/**
 * Invoices from signed statements: drafted, then issued with gap-free numbers, one transaction each. Beside it, in the
 * same run, the least that a number costs: a transaction that takes the lock and spends one.
 */
import { join } from 'node:path'
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { draftStatements } from '@kept/server/billing/documents/draft-statements.ts'
import { issueDue } from '@kept/server/billing/documents/issue-due.ts'
import { plantSigned } from '@kept/server/billing/testing/plant-signed.ts'
import { createLog } from '@kept/server/platform/log.ts'
import { lockBilling, nextNumber } from '@kept/store/billing/lock.ts'
import { trialBalance } from '@kept/store/billing/receivables.ts'
import { writeAccount } from '@kept/store/billing/settings.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { type Benchmark, timed } from './benchmark.ts'

const invoices = Number(process.env.BENCH_INVOICES ?? 10_000)
/** Each customer has an invoice a month for a year. */
const monthsPerCustomer = 12
const unit = 1_000_000_000n
const log = createLog('silent')

export const billingBenchmark: Benchmark = {
  name: 'billing',
  title: `Billing: ${invoices.toLocaleString('en-US')} invoices from signed statements`,
  async run({ scratch, print }) {
    const { database, engine } = await openEmbeddedDatabase({
      folder: join(scratch, 'postgres'),
      logFolder: join(scratch, 'logs'),
    })
    try {
      let [drafting, issuing, done] = [0, 0, 0]
      print('drafting and issuing ...')
      for (let customer = 0; done < invoices; customer += 1) {
        const months = Math.min(monthsPerCustomer, invoices - done)
        const result = await billCustomer(database, { customer, months })
        drafting += result.drafting
        issuing += result.issuing
        done += result.issued
      }
      const spending = await timed(() => spendNumbers(database, done))
      const balances = await trialBalance(database, { demo: false }, undefined)
      const difference = balances.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
      const each = (durationMs: number) => (durationMs / done).toFixed(1)
      return {
        description: `${done.toLocaleString('en-US')} statements of ${Math.ceil(done / monthsPerCustomer).toLocaleString('en-US')} customers, embedded Postgres, one process.`,
        head: ['drafted, ms each', 'issued, ms each', 'a number alone, ms each', 'issued in all, s'],
        rows: [[each(drafting), each(issuing), each(spending), (issuing / 1000).toFixed(1)]],
        notes: [`The journal's debits less credits: ${difference}.`],
      }
    } finally {
      await database.close()
      await engine.stop()
    }
  },
}

/** Issues a year of invoices of one customer, month by month, as it happens. */
async function billCustomer(database: Database, { customer, months }: { customer: number; months: number }) {
  const slug = `customer-${customer}`
  const { id } = await ensureOrganization(database, { slug, name: slug, demo: false })
  const scope = { organizationId: id }
  const address = { street: '', street_2: '', city: '', postal_code: '', region: '', tax_id: '', email: '' }
  const account = { recipients: [], locale: 'en-US', purchase_order: '', preferred_rail: 'transfer' as const }
  const buyer = { name: slug, country: 'US', ...address }
  await database.scoped(scope, (tx) => writeAccount(tx, { buyer, ...account }, { now: new Date() }))
  const book = openStatementBook(id, 'USD')
  const sums = { drafting: 0, issuing: 0, issued: 0 }
  for (let month = 1; month <= months; month += 1) {
    const period = `2025-${String(month).padStart(2, '0')}`
    const actions = [1, 2, 3].map((index) => [`action-${index}`, { kind: 'terminate', saved: 400n * unit }] as const)
    const statement = book.close(period, Object.fromEntries(actions))
    if (!statement) throw new Error('no statement')
    await plantSigned(database, scope, statement)
    const drafted = new Date(`${period}-06T00:00:00Z`)
    const issued = new Date(drafted.getTime() + 8 * 24 * 3600_000)
    sums.drafting += await timed(() => draftStatements({ state: { database }, log, now: () => drafted }, scope))
    sums.issuing += await timed(async () => {
      sums.issued += await issueDue({ state: { database }, log, now: () => issued }, scope)
    })
  }
  return sums
}

async function spendNumbers(database: Database, count: number): Promise<void> {
  const { id } = await ensureOrganization(database, { slug: 'numbers', name: 'Numbers', demo: false })
  for (let index = 0; index < count; index += 1)
    await database.scoped({ organizationId: id }, async (tx) => {
      await lockBilling(tx)
      await nextNumber(tx, 'BENCH')
    })
}
