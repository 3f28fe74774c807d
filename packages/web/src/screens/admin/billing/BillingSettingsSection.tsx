import type { BillingSettings } from '@kept/domain/billing/settings.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { BillingSettingsForm } from './BillingSettingsForm.tsx'

/** Seller, terms, bank and tax: what holds for documents that are issued later. */
export function BillingSettingsSection() {
  const query = useQuery(api.billingAdmin.settings.queryOptions({ input: {} }))
  const [isOpen, setOpen] = useState(false)
  const answer = query.data?.data
  return (
    <Section
      title="Billing settings"
      description={
        answer?.changed_at
          ? `Version ${answer.version}, by ${answer.changed_by}, ${formatMoment(answer.changed_at)}.`
          : undefined
      }
      actions={
        answer && (
          <Button size="small" onClick={() => setOpen(true)}>
            Edit
          </Button>
        )
      }
    >
      <Loaded query={query} failed="Billing settings could not be loaded.">
        {({ data: { settings } }) => <Settings settings={settings} />}
      </Loaded>
      {isOpen && answer && <BillingSettingsForm settings={answer.settings} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Settings({
  settings: { seller, number_prefix, terms_days, draft_days, bank_lines, tax },
}: {
  settings: BillingSettings
}) {
  return (
    <>
      <p className="text-body">
        {seller.name} issues {number_prefix}-2026-0001 and so on, due after {counted(terms_days, 'day')}. A draft can be
        disputed for {counted(draft_days, 'day')}.
      </p>
      <p className="text-small text-soft">
        {bank_lines.length > 0 ? bank_lines.join(', ') : 'No bank details yet: invoices say only the reference.'}
      </p>
      {tax.length === 0 ? (
        <p className="mt-2 text-small text-soft">No tax rules: no tax is charged.</p>
      ) : (
        <RowsTable
          className="mt-3"
          label="Tax rules"
          rows={tax.map((rule, index) => ({ ...rule, position: index + 1 }))}
          rowKey={({ position }) => position}
          columns={[
            { head: 'No.', numeric: true, cell: ({ position }) => position },
            {
              head: 'Buyer',
              cell: ({ country, region, has_tax_id }) =>
                [
                  country ?? 'Any country',
                  region,
                  has_tax_id === null ? '' : has_tax_id ? 'with tax ID' : 'without tax ID',
                ]
                  .filter(Boolean)
                  .join(', '),
            },
            { head: 'Category', cell: ({ category }) => category },
            { head: 'Rate', numeric: true, cell: ({ percent }) => `${percent}%` },
            { head: 'Note', cell: ({ note }) => note },
          ]}
        />
      )}
    </>
  )
}
