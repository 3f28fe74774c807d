/** For tests: an issued invoice of the world's own organization, from a made-up signed statement. */
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import type { TestKept } from '../../testing.ts'
import { plantSigned } from './plant-signed.ts'

const unit = 1_000_000_000n
const buyer = {
  ...{ name: 'Northwind, Inc.', street: '1 Harbor Plaza', street_2: '', city: 'Portland', postal_code: '97204' },
  ...{ region: 'OR', country: 'US', tax_id: '', email: 'ap@northwind.example' },
}

/** Issues invoices one after the other; each of them for a quarter of `saved`, in whole dollars. */
export async function openIssuer(kept: TestKept) {
  const { database, scope } = kept.world
  const book = openStatementBook(scope.organizationId, 'USD')
  let month = 0
  await kept.client.billing.changeAccount({
    ...{ organization: 'own', buyer, recipients: ['ap@northwind.example'], locale: 'en-US', purchase_order: '' },
    preferred_rail: 'transfer',
  })
  return async (saved: bigint): Promise<string> => {
    const period = `20${String(10 + Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`
    month += 1
    const statement = book.close(period, { [`action-${month}`]: { kind: 'terminate', saved: saved * unit } })
    if (!statement) throw new Error('no statement')
    await plantSigned(database, scope, statement)
    const { billing } = kept.server.features
    await billing.draft(scope)
    const { data } = await kept.client.billing.invoices({ organization: 'own', state: 'draft' })
    const id = data[0]?.id
    if (!id) throw new Error('no draft')
    await kept.client.billingAdmin.issue({ id })
    return id
  }
}
