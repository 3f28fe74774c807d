import type { DunningCampaignAnswer } from '@kept/contract/routes/billing/payments-admin.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { dunningLabels, readSteps, writeSteps } from './dunning-text.ts'

/** What happens to overdue invoices, by currency. */
export function Dunning() {
  const query = useQuery(api.billingPaymentsAdmin.campaigns.queryOptions({ input: {} }))
  const [selected, setSelected] = useState<DunningCampaignAnswer | null>(null)
  return (
    <Section title="Dunning" description="Steps for overdue invoices, in days after the due date.">
      <Loaded query={query} failed="Dunning campaigns could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-body text-soft">No invoices yet, so that no currency has a campaign.</p>
          ) : (
            <RowsTable
              label="Dunning campaigns"
              rows={data}
              rowKey={({ currency }) => currency}
              columns={[
                { head: 'Currency', cell: ({ currency }) => currency },
                {
                  head: 'Steps',
                  cell: ({ steps }) =>
                    steps
                      .map(({ days_after_due, action }) => `${days_after_due}: ${dunningLabels[action]}`)
                      .join('; ') || 'None',
                },
                {
                  head: 'State',
                  cell: ({ enabled, is_custom }) => (
                    <Badge tone={enabled ? 'plain' : 'watch'}>
                      {enabled ? (is_custom ? 'Custom' : 'Default') : 'Off'}
                    </Badge>
                  ),
                },
                {
                  head: 'Action',
                  cellClass: 'text-right',
                  cell: (campaign) => (
                    <Button size="small" onClick={() => setSelected(campaign)}>
                      Edit<span className="sr-only"> the campaign of {campaign.currency}</span>
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {selected && <CampaignForm campaign={selected} onClose={() => setSelected(null)} />}
    </Section>
  )
}

function CampaignForm({
  campaign: { currency, enabled, steps },
  onClose,
}: {
  campaign: DunningCampaignAnswer
  onClose(): void
}) {
  const client = useQueryClient()
  const [isEnabled, setEnabled] = useState(enabled)
  const { form, field, failure, isBusy } = useForm({
    fields: ['steps'],
    check({ steps: text }) {
      const read = readSteps(text)
      return 'mistake' in read ? { steps: read.mistake } : {}
    },
    async send({ steps: text }) {
      const read = readSteps(text)
      const changed = 'steps' in read ? read.steps : [...steps]
      await api.billingPaymentsAdmin.changeCampaign.call({ currency, enabled: isEnabled, steps: changed })
      await client.invalidateQueries({ queryKey: api.billingPaymentsAdmin.key() })
      toasts.show({ title: `Dunning of ${currency} saved`, body: 'Steps that were taken stay taken.' })
      onClose()
    },
    explain: explainFor({ steps: 'steps' }),
  })
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={`Dunning of invoices in ${currency}`}>
      <form {...form} className="grid gap-3">
        <FormFailure sentence={failure} />
        <TextArea
          {...field('steps')}
          label="Steps"
          hint="One for each line: days after the due date and the action, such as 3 reminder."
          rows={6}
          defaultValue={writeSteps(steps)}
        />
        <Checkbox name="enabled" checked={isEnabled} onChange={setEnabled}>
          Take these steps
        </Checkbox>
        <FormButtons isBusy={isBusy} onCancel={onClose}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  )
}
