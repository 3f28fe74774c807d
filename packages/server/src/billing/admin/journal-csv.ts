/** `GET /v1/admin/billing/journal.csv`: every posting of a period, in the order of booking. */
import { journalExportQuery } from '@kept/contract/routes/billing/books.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'
import { type JournalRow, walkJournal } from '@kept/store/billing/receivables.ts'
import type { RawRoutes } from '../../platform/app.ts'
import { admitOperator } from '../../platform/guard.ts'
import { parseBody } from '../../platform/parse-body.ts'
import { sendCsv } from '../../platform/send-csv.ts'

export const journalCsv: RawRoutes = (app, contextOf) => {
  app.get('/v1/admin/billing/journal.csv', { config: { needs: 'billing:operate' } }, async (request, reply) => {
    const { services, reach } = admitOperator(await contextOf(request), 'billing:operate')
    const query = parseBody(journalExportQuery, request.query)
    return sendCsv(reply, 'billing-journal.csv', linesOf(walkJournal(services.state.database, reach, query)))
  })
}

const columns = [
  'transaction',
  'booked_at',
  'customer',
  'kind',
  'description',
  'account',
  'currency',
  'debit',
  'credit',
]

async function* linesOf(rows: AsyncIterable<JournalRow>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const { id, bookedAt, customer, kind, description, account, currency, debit, credit } of rows) {
    const amounts = [amountText(debit, currency), amountText(credit, currency)]
    yield csvLine([id, bookedAt.toISOString(), customer, kind, description, account, currency, ...amounts])
  }
}
