import { sentenceOf } from '@kept/client/errors.ts'
import type { InvoiceDetail } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useOrganization } from './useBilling.ts'

interface DisputeLineProps {
  detail: InvoiceDetail
  lineId: string
  onClose(): void
}

/** Common reasons. Any other text is allowed. */
const common = ['The work moved to another resource', 'We would have done this anyway', 'The amount is wrong'] as const

/** Disputes a line: it is on hold until it is answered. */
export function DisputeLine({ detail: { invoice, document }, lineId, onClose }: DisputeLineProps) {
  const form = useId()
  const client = useQueryClient()
  const organization = useOrganization()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const line = document.lines.find(({ id }) => id === lineId)
  const dispute = useMutation(
    api.billing.dispute.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.billing.key() })
        toasts.show({ title: 'Line disputed', body: 'You see the answer on the invoice.' })
        onClose()
      },
    }),
  )
  if (!line) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    dispute.mutate({ organization, id: invoice.id, line_id: lineId, reason: reason.trim() })
  }
  const isMissingNow = isMissing && reason.trim() === ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Dispute line ${line.position}: ${line.description}`}
      description={
        invoice.state === 'draft'
          ? `${formatMoney(line.fee, document.currency)} leaves this invoice until the dispute is answered. The other lines are issued as planned.`
          : `${formatMoney(line.fee, document.currency)} is credited if the dispute is accepted.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} isBusy={dispute.isPending}>
            Dispute line
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <div className="mb-3 flex flex-wrap gap-1.5">
          {common.map((text) => (
            <Button key={text} size="small" aria-pressed={reason === text} onClick={() => setReason(text)}>
              {text}
            </Button>
          ))}
        </div>
        <TextArea
          label="Reason"
          aria-required
          maxLength={1000}
          value={reason}
          error={isMissingNow ? 'Enter a reason.' : dispute.isError ? sentenceOf(dispute.error) : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
