import { sentenceOf } from '@kept/client/errors.ts'
import type { RecordedNotice } from '@kept/contract/routes/savings.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm, type Values } from '@kept/ui/form/useForm.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { checkBy } from '../../form/check-by.ts'
import { useRemoval } from '../../removal/useRemoval.ts'
import { Section } from '../../shell/Page.tsx'

/** Published prices of SKUs that no longer appear on the bill. Both sides of a saving use them from their date. */
export function PriceNotices({ mayWrite }: { mayWrite: boolean }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const { remove, hasLeft } = useRemoval()
  const visibleNotices = (notices: RecordedNotice[]) => notices.filter(({ id }) => !hasLeft(`price ${id}`))
  const withdraw = ({ id }: RecordedNotice) =>
    remove({
      id: `price ${id}`,
      title: 'Price removed',
      body: 'Months from its date on are recalculated. Signed statements do not change.',
      send: () => api.savings.withdrawPrice.call({ id }),
      renew: () => client.invalidateQueries({ queryKey: api.savings.key() }),
    })
  const query = useQuery(api.savings.priceNotices.queryOptions({ input: {} }))
  return (
    <Section
      title="Published prices"
      description="For a terminated resource, Kept uses the price on your bill, or else the last published price."
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {query.data && query.data.data.length > 0 && (
            <ExportList
              size="small"
              name="published-prices"
              list={async () => (await import('./ledger-columns.ts')).noticesList(query.data.data)}
            />
          )}
          {mayWrite && (
            <Button size="small" onClick={() => setOpen(true)}>
              Record a price
            </Button>
          )}
        </span>
      }
    >
      <Loaded query={query} failed="The published prices could not be loaded.">
        {({ data }) =>
          visibleNotices(data).length === 0 ? (
            <p className="text-body text-soft">No published prices. Kept uses the last price on your bill.</p>
          ) : (
            <Table label="Published prices">
              <thead>
                <tr>
                  <Th>SKU price</Th>
                  <Th>From</Th>
                  <Th numeric>Unit price</Th>
                  <Th>Source</Th>
                  <Th>Recorded by</Th>
                  {mayWrite && (
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  )}
                </tr>
              </thead>
              <tbody>
                {visibleNotices(data).map((notice) => (
                  <Tr key={notice.id}>
                    <Td className="break-all font-mono text-micro">{notice.sku}</Td>
                    <Td className="whitespace-nowrap">{formatMoment(notice.hour)}</Td>
                    <Td numeric>
                      {notice.price} {notice.currency}
                    </Td>
                    <Td>{notice.source}</Td>
                    <Td>{notice.recorded_by}</Td>
                    {mayWrite && (
                      <Td className="text-right">
                        <Button size="small" tone="quiet" onClick={() => withdraw(notice)}>
                          Remove<span className="sr-only"> the price of {notice.sku}</span>
                        </Button>
                      </Td>
                    )}
                  </Tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Record a published price"
        description="A recorded price cannot be changed. A later price replaces it from its date. A price on your bill takes precedence."
      >
        <Form onDone={() => setOpen(false)} />
      </Dialog>
    </Section>
  )
}

function Form({ onDone }: { onDone(): void }) {
  const client = useQueryClient()
  const record = useMutation(api.savings.recordPrice.mutationOptions())
  const form = useForm({
    ...checkBy({
      fields: ['sku', 'price', 'currency', 'day', 'source'],
      schema: () => import('@kept/contract/inputs/savings.ts').then(({ recordPriceInput }) => recordPriceInput),
      input: toNotice,
      names: { hour: 'day' },
      missing: {
        sku: 'Enter the SkuPriceId from your bill.',
        currency: 'Enter three letters, such as USD.',
        source: 'Enter where it was published.',
      },
      invalid: { price: 'Enter the price of one unit, such as 0.096.', day: 'Enter the first day of the price.' },
    }),
    async send(values) {
      await record.mutateAsync(toNotice(values))
      toasts.show({ title: 'Price recorded', body: 'Months from its date on are recalculated.' })
      await client.invalidateQueries({ queryKey: api.savings.key() })
      onDone()
    },
    explain: (error) => ({ sentence: sentenceOf(error) }),
  })
  return (
    <form {...form.form} className="space-y-4">
      <FormFailure sentence={form.failure} />
      <Input label="SkuPriceId from your bill" className="font-mono" {...form.field('sku')} />
      <div className="flex gap-3">
        <Input label="Unit price" inputMode="decimal" {...form.field('price')} />
        <Input label="Currency" placeholder="USD" {...form.field('currency')} />
      </div>
      <Input label="From (UTC)" type="date" {...form.field('day')} />
      <Input label="Source" hint="A URL, an email, or a price list" {...form.field('source')} />
      <FormButtons isBusy={form.isBusy} onCancel={onDone}>
        Record
      </FormButtons>
    </form>
  )
}

function toNotice({ sku, price, currency, day, source }: Values<'sku' | 'price' | 'currency' | 'day' | 'source'>) {
  return { sku, source, price: price.trim(), currency: currency.trim(), hour: `${day}T00:00:00Z` }
}
