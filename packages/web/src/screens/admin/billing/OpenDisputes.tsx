import { sentenceOf } from '@kept/client/errors.ts'
import type { OpenDispute } from '@kept/contract/routes/billing/books.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'

/** Disputed lines that wait for an answer. */
export function OpenDisputes() {
  const query = useQuery(api.billingBooks.disputes.queryOptions({ input: {} }))
  const [selected, setSelected] = useState<OpenDispute | null>(null)
  return (
    <Section title="Disputes">
      <Loaded query={query} failed="Disputes could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-body text-soft">No dispute waits for an answer.</p>
          ) : (
            <RowsTable
              label="Disputes"
              rows={data}
              rowKey={({ dispute }) => dispute.id}
              columns={[
                { head: 'Customer', cell: ({ customer }) => customer.name },
                { head: 'Invoice', cellClass: 'whitespace-nowrap', cell: ({ number }) => number ?? 'Draft' },
                { head: 'Line', cell: ({ dispute }) => dispute.description },
                { head: 'Reason', cell: ({ dispute }) => dispute.reason },
                { head: 'Opened', cell: ({ dispute }) => `${dispute.opened_by}, ${formatMoment(dispute.opened_at)}` },
                {
                  head: 'Fee',
                  numeric: true,
                  cell: ({ dispute }) => formatMoney(dispute.fee, dispute.currency),
                },
                {
                  head: 'Action',
                  cellClass: 'text-right',
                  cell: (entry) => (
                    <Button size="small" onClick={() => setSelected(entry)}>
                      Answer<span className="sr-only"> the dispute of {entry.customer.name}</span>
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {selected && <AnswerDispute entry={selected} onClose={() => setSelected(null)} />}
    </Section>
  )
}

/** Accepts or rejects one dispute, with the sentence that the customer reads. */
function AnswerDispute({ entry: { customer, dispute, number }, onClose }: { entry: OpenDispute; onClose(): void }) {
  const form = useId()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const answer = useMutation(
    api.billingAdmin.answerDispute.mutationOptions({
      async onSuccess({ data: { credit_note_id } }, { accept }) {
        await client.invalidateQueries({ queryKey: api.billingBooks.key() })
        toasts.show({
          title: accept ? 'Dispute accepted' : 'Dispute rejected',
          ...(credit_note_id !== null && { body: 'A credit note was issued.' }),
        })
        onClose()
      },
    }),
  )
  const send = (accept: boolean) => {
    if (text.trim() === '') return setMissing(true)
    answer.mutate({ id: dispute.id, accept, answer: text.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(true)
  }
  const fee = formatMoney(dispute.fee, dispute.currency)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Dispute of ${customer.name}`}
      description={
        number === null
          ? `Accepted: ${fee} is never charged. Rejected: the line goes onto the next draft.`
          : `Accepted: a credit note gives back ${fee} of ${number}. Rejected: the invoice stays as it is.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={answer.isPending && !answer.variables.accept} onClick={() => send(false)}>
            Reject
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={answer.isPending && answer.variables.accept}>
            Accept
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <p className="mb-3 text-body">
          {dispute.opened_by} disputed "{dispute.description}": {dispute.reason}
        </p>
        <TextArea
          label="Answer"
          aria-required
          maxLength={500}
          value={text}
          error={
            isMissing && text.trim() === '' ? 'Enter an answer.' : answer.isError ? sentenceOf(answer.error) : undefined
          }
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
