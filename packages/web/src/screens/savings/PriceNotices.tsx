import { sentenceOf } from '@kept/client/errors.ts'
import type { RecordedNotice } from '@kept/contract/routes/savings.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { formatMoment } from '@kept/ui/format/day.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { useRemoval } from '../../removal/useRemoval.ts'
import { Section } from '../../shell/Page.tsx'

/** Prices that a provider has published for what the bill shows no more: both sides of a saving use them from then on. */
export function PriceNotices({ mayWrite }: { mayWrite: boolean }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const { remove, hasLeft } = useRemoval()
  const shown = (notices: RecordedNotice[]) => notices.filter(({ id }) => !hasLeft(`price ${id}`))
  const withdraw = ({ id }: RecordedNotice) =>
    remove({
      id: `price ${id}`,
      title: 'Price removed',
      body: 'The months from its day on are worked out again; signed statements keep what they used.',
      send: () => api.savings.withdrawPrice.call({ id }),
      renew: () => client.invalidateQueries({ queryKey: api.savings.key() }),
    })
  const query = useQuery(api.savings.priceNotices.queryOptions({ input: {} }))
  return (
    <Section
      title="Published prices"
      words="What an ended machine would cost today is its price on your bill, else the last one published."
      beside={
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
          shown(data).length === 0 ? (
            <p className="text-body text-soft">None is on record: the last price on the bill stands.</p>
          ) : (
            <Table label="Published prices">
              <thead>
                <tr>
                  <Th>SKU price</Th>
                  <Th>From</Th>
                  <Th numeric>A unit</Th>
                  <Th>Published in</Th>
                  <Th>By</Th>
                  {mayWrite && (
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  )}
                </tr>
              </thead>
              <tbody>
                {shown(data).map((notice) => (
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
        words="It is never changed; a later one takes over from its day on. A price on your bill outranks it."
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
    fields: ['sku', 'price', 'currency', 'day', 'source'],
    check: ({ sku, price, currency, day, source }) => ({
      ...(sku.trim() === '' && { sku: 'Give the SkuPriceId as your bill names it.' }),
      ...(!/^\d+(\.\d+)?$/.test(price.trim()) && { price: 'Give the price of one unit, such as 0.096.' }),
      ...(!/^[A-Z]{3}$/.test(currency.trim()) && { currency: 'Three letters, such as USD.' }),
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(day) && { day: 'Give the first day of the price.' }),
      ...(source.trim() === '' && { source: 'Say where it was published.' }),
    }),
    async send({ sku, price, currency, day, source }) {
      await record.mutateAsync({
        sku,
        source,
        price: price.trim(),
        currency: currency.trim(),
        hour: `${day}T00:00:00Z`,
      })
      toasts.show({ title: 'On record', body: 'The months from then on are worked out again.' })
      await client.invalidateQueries({ queryKey: api.savings.key() })
      onDone()
    },
    explain: (error) => ({ sentence: sentenceOf(error) }),
  })
  return (
    <form {...form.form} className="space-y-4">
      <FormFailure sentence={form.failure} />
      <Input label="SkuPriceId, as it stands in the bill" className="font-mono" {...form.field('sku')} />
      <div className="flex gap-3">
        <Input label="Price of one unit" inputMode="decimal" {...form.field('price')} />
        <Input label="Currency" placeholder="USD" {...form.field('currency')} />
      </div>
      <Input label="From (UTC)" type="date" {...form.field('day')} />
      <Input label="Where it was published" hint="An address, a letter, a price list" {...form.field('source')} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button tone="primary" type="submit" busy={form.busy}>
          Record
        </Button>
      </div>
    </form>
  )
}
